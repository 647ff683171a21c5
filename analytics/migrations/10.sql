-- From schema 10 to 11: a database has an identity, by which a publication knows it again.
ALTER TABLE schema_version ADD COLUMN database VARCHAR DEFAULT '';
UPDATE schema_version SET database = uuid()::VARCHAR;
ALTER TABLE schema_version ALTER database DROP DEFAULT;
ALTER TABLE schema_version ALTER database SET NOT NULL;
