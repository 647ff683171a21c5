-- From schema 13 to 14: who stood pat.
ALTER TABLE draws ADD COLUMN pat BOOLEAN DEFAULT false;
UPDATE draws SET pat = drawn = 0;
ALTER TABLE draws ALTER pat DROP DEFAULT;
ALTER TABLE draws ALTER pat SET NOT NULL;
