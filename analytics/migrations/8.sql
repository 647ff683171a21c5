-- From schema 8 to 9: a finding keeps what its sentence is made of. Of older ones only the sentence is known, which is a
-- template without figures; the next import judges all anew.
ALTER TABLE findings ADD COLUMN template VARCHAR DEFAULT '';
UPDATE findings SET template = message;
ALTER TABLE findings ALTER template DROP DEFAULT;
ALTER TABLE findings ALTER template SET NOT NULL;
ALTER TABLE findings ADD COLUMN figures VARCHAR DEFAULT '{}';
ALTER TABLE findings ALTER figures DROP DEFAULT;
ALTER TABLE findings ALTER figures SET NOT NULL;
