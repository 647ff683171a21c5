-- From schema 6 to 7: what judged a hand and what was read of a file is kept. Nobody knows for older ones, so that the
-- next import of their files reads and judges them again.
ALTER TABLE hands ADD COLUMN program VARCHAR DEFAULT '';
ALTER TABLE hands ALTER program DROP DEFAULT;
ALTER TABLE hands ALTER program SET NOT NULL;
ALTER TABLE files ADD COLUMN program VARCHAR DEFAULT '';
ALTER TABLE files ALTER program DROP DEFAULT;
ALTER TABLE files ALTER program SET NOT NULL;
ALTER TABLE files ADD COLUMN site VARCHAR;
ALTER TABLE files ADD COLUMN bytes BIGINT;
ALTER TABLE files ADD COLUMN digest VARCHAR;
ALTER TABLE files ADD COLUMN bookmark BIGINT;
ALTER TABLE files ADD COLUMN bookmark_hands BIGINT;
CREATE TABLE skipped (path VARCHAR NOT NULL, line BIGINT NOT NULL, game VARCHAR NOT NULL);
UPDATE files SET skipped = 0;
