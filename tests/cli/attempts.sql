-- writing to the tables
INSERT INTO aliases VALUES ('a', 'b', 'c')
INSERT INTO aliases SELECT 'a', site, name FROM players
INSERT OR REPLACE INTO aliases VALUES ('a', 'b', 'c')
INSERT INTO aliases BY NAME SELECT 'a' AS alias, 'b' AS site, 'c' AS name
INSERT INTO aliases VALUES ('a', 'b', 'c') RETURNING *
UPDATE hands SET rake = 0
UPDATE hands SET rake = 0 WHERE site = 'x' RETURNING *
DELETE FROM hands
DELETE FROM hands RETURNING hand_id
DELETE FROM seats USING hands WHERE seats.hand_key = hands.hand_key
TRUNCATE hands
TRUNCATE TABLE texts
MERGE INTO aliases USING players ON false WHEN NOT MATCHED THEN INSERT VALUES ('a', site, name)
MERGE INTO aliases USING aliases AS other ON true WHEN MATCHED THEN DELETE
WITH x AS (INSERT INTO aliases VALUES ('a', 'b', 'c') RETURNING *) FROM x
WITH x AS (DELETE FROM hands RETURNING *) SELECT count(*) FROM x
WITH x AS (UPDATE hands SET rake = 0 RETURNING *) SELECT count(*) FROM x
WITH x AS (SELECT 1) INSERT INTO aliases SELECT 'a', 'b', 'c' FROM x
WITH x AS (SELECT 1) DELETE FROM hands
SELECT * FROM (INSERT INTO aliases VALUES ('a', 'b', 'c') RETURNING *)
SELECT * FROM (DELETE FROM hands RETURNING *)
EXPLAIN ANALYZE DELETE FROM hands
EXPLAIN ANALYZE INSERT INTO aliases VALUES ('a', 'b', 'c')
EXPLAIN DELETE FROM hands
SELECT 1; DELETE FROM hands
DELETE FROM hands; SELECT 1
SELECT 1; SELECT 2
SELECT 'a;b'; DROP TABLE hands
/* a comment */ DELETE FROM hands
-- a comment%0ADELETE FROM hands
SELECT 1 /* */; /* */ DELETE FROM hands --
FROM query('DELETE FROM hands')
FROM query('SELECT 1; DELETE FROM hands')
FROM query('DROP TABLE hands')
FROM query_table('DELETE FROM hands')
FROM json_execute_serialized_sql(json_serialize_sql('DELETE FROM hands'))
SELECT * FROM json_execute_serialized_sql('{{"error":false,"statements":[]}}')
-- tables, views, macros, types
CREATE TABLE mine (a INTEGER)
CREATE TABLE mine AS FROM hands
CREATE OR REPLACE TABLE hands (a INTEGER)
CREATE TABLE IF NOT EXISTS mine (a INTEGER)
CREATE TEMP TABLE mine AS SELECT 1
CREATE TEMPORARY TABLE mine (a INTEGER)
CREATE VIEW mine AS SELECT 1
CREATE TEMP VIEW mine AS SELECT 1
CREATE OR REPLACE VIEW player_hands AS SELECT 1
CREATE MACRO mine(a) AS a
CREATE OR REPLACE TEMP MACRO rate(a, b) AS 1
CREATE FUNCTION mine(a) AS a
CREATE TYPE mine AS ENUM ('a')
CREATE SCHEMA mine
CREATE SEQUENCE mine
CREATE TEMP SEQUENCE mine
CREATE INDEX mine ON hands (site)
CREATE UNIQUE INDEX mine ON hands (hand_key)
CREATE TRIGGER mine AFTER INSERT ON hands FOR EACH ROW SELECT 1
CREATE TABLE main.mine AS SELECT 1
CREATE TABLE temp.mine AS SELECT 1
CREATE TABLE mine AS PIVOT hands ON site USING count(*)
PIVOT hands ON site USING count(*)
DROP TABLE hands
DROP TABLE IF EXISTS hands CASCADE
DROP VIEW player_hands
DROP MACRO rate
DROP SCHEMA main CASCADE
DROP TYPE position_word
ALTER TABLE hands ADD COLUMN mine INTEGER
ALTER TABLE hands DROP COLUMN rake
ALTER TABLE hands RENAME TO mine
ALTER TABLE hands RENAME COLUMN rake TO mine
ALTER TABLE hands ALTER COLUMN rake SET DEFAULT 1
ALTER TABLE hands ALTER COLUMN rake TYPE VARCHAR
ALTER VIEW player_hands RENAME TO mine
COMMENT ON TABLE hands IS 'mine'
COMMENT ON COLUMN hands.rake IS 'mine'
SELECT nextval('mine')
SELECT 1 INTO mine
-- transactions and maintenance
BEGIN
BEGIN TRANSACTION READ WRITE
COMMIT
ROLLBACK
CHECKPOINT
FORCE CHECKPOINT
FROM checkpoint()
VACUUM
VACUUM ANALYZE hands
ANALYZE
CALL checkpoint()
CALL force_checkpoint()
CALL pragma_version()
PREPARE mine AS DELETE FROM hands
PREPARE mine AS SELECT 1
EXECUTE mine
DEALLOCATE mine
-- attaching
ATTACH ':memory:' AS other
ATTACH '' AS other
ATTACH '{dir}/other.duckdb' AS other
ATTACH '{dir}/other.duckdb' AS other (READ_ONLY)
ATTACH IF NOT EXISTS '{dir}/other.duckdb' AS other
ATTACH '{db}' AS other
ATTACH '{db}' AS other (READ_WRITE)
ATTACH OR REPLACE '{db}' AS other
ATTACH '{dir}/other.sqlite' AS other (TYPE sqlite)
ATTACH 'https://example.org/other.duckdb' AS other
ATTACH 'dbname=other' AS other (TYPE postgres)
ATTACH 'ducklake:{dir}/other' AS other
ATTACH 'md:'
DETACH memory
DETACH temp
USE temp
USE memory.main
USE system
FROM read_duckdb('{dir}/other.duckdb')
FROM sqlite_scan('{dir}/other.sqlite', 'hands')
FROM postgres_scan('', 'public', 'hands')
FROM '{db}'.hands
COPY FROM DATABASE memory TO temp
CALL copy_database('a', 'b')
-- writing files
COPY hands TO '{dir}/out.csv'
COPY (SELECT 1) TO '{dir}/out.csv'
COPY hands TO '{dir}/out.parquet' (FORMAT parquet)
COPY hands TO '{dir}/out.json' (FORMAT json)
COPY hands TO '{dir}/parts' (FORMAT parquet, PARTITION_BY site)
COPY hands TO '/dev/stdout'
COPY hands TO '/dev/stderr'
COPY (SELECT 1) TO PROGRAM 'touch {dir}/out'
COPY hands TO '{secret}'
COPY hands TO 's3://bucket/out.parquet'
EXPORT DATABASE '{dir}/export'
EXPORT DATABASE '{dir}/export' (FORMAT parquet)
IMPORT DATABASE '{dir}/export'
WITH x AS (SELECT 1) COPY (FROM x) TO '{dir}/out.csv'
EXPLAIN ANALYZE COPY hands TO '{dir}/out.csv'
FROM query('COPY hands TO ''{dir}/out.csv''')
CALL enable_logging(storage = 'file', storage_config = {{'path': '{dir}/log'}})
FROM enable_logging('QueryLog', storage = 'file', storage_config = {{'path': '{dir}/log'}})
FROM enable_logging()
FROM enable_profiling(save_location = '{dir}/profile.json')
PRAGMA enable_profiling = 'json'
PRAGMA profiling_output = '{dir}/profile.json'
SET profiling_output = '{dir}/profile.json'
SET log_query_path = '{dir}/log'
SET temp_directory = '{dir}/temp'
-- reading files
FROM read_text('{secret}')
SELECT content FROM read_text('{secret}')
SELECT content FROM read_blob('{secret}')
SELECT size FROM read_blob('{db}')
SELECT content FROM read_text('{db}')
FROM read_csv('{secret}')
FROM read_csv_auto('{secret}')
FROM read_csv('{secret}', columns = {{'a': 'VARCHAR'}}, auto_detect = false)
FROM sniff_csv('{secret}')
FROM read_json('{secret}')
FROM read_json_auto('{secret}')
FROM read_json_objects('{secret}')
FROM read_ndjson('{secret}')
FROM read_ndjson_objects('{secret}')
FROM read_parquet('{secret}')
FROM parquet_scan('{secret}')
FROM parquet_metadata('{secret}')
FROM parquet_schema('{secret}')
FROM parquet_file_metadata('{secret}')
FROM parquet_kv_metadata('{secret}')
FROM parquet_bloom_probe('{secret}', 'a', 1)
FROM read_xlsx('{secret}')
FROM st_read('{secret}')
FROM iceberg_scan('{secret}')
FROM delta_scan('{secret}')
FROM '{secret}'
SELECT * FROM '{secret}'
FROM "{secret}"
FROM '{dir}/*.csv'
FROM '/etc/passwd'
FROM '/proc/self/environ'
FROM read_text('/proc/self/environ')
FROM read_text('/dev/stdin')
FROM read_text('{dir}/*')
FROM read_text(['{secret}', '{secret}'])
FROM read_text('file://{secret}')
FROM read_text('http://127.0.0.1:1/x')
FROM read_csv('https://example.org/x.csv')
FROM read_parquet('s3://bucket/x.parquet')
FROM read_parquet('hf://datasets/x/y.parquet')
FROM glob('{dir}/*')
FROM glob('/*')
SELECT * FROM (VALUES ('{secret}')) AS t(f), read_text(f)
SELECT (SELECT content FROM read_text('{secret}'))
WITH x AS (FROM read_text('{secret}')) FROM x
SELECT 1 WHERE EXISTS (FROM read_text('{secret}'))
SELECT count(*) FROM hands UNION ALL SELECT size FROM read_text('{secret}')
DESCRIBE FROM read_csv('{secret}')
SUMMARIZE FROM read_csv('{secret}')
DESCRIBE '{secret}'
SUMMARIZE '{secret}'
FROM query('FROM read_text(''{secret}'')')
FROM query_table('{secret}')
FROM query_table(['{secret}'])
FROM json_execute_serialized_sql(json_serialize_sql('FROM read_text(''{secret}'')'))
COPY aliases FROM '{secret}'
SELECT getenv('HOME')
CREATE SECRET mine (TYPE http, BEARER_TOKEN 'x')
CREATE PERSISTENT SECRET mine (TYPE http, BEARER_TOKEN 'x')
DROP SECRET mine
.read {secret}
.shell ls
-- extensions
INSTALL httpfs
INSTALL '{dir}/mine.duckdb_extension'
INSTALL httpfs FROM community
INSTALL httpfs FROM 'http://127.0.0.1:1'
FORCE INSTALL httpfs
LOAD json
LOAD httpfs
LOAD '{dir}/mine.duckdb_extension'
UPDATE EXTENSIONS
UPDATE EXTENSIONS (httpfs)
FROM duckdb_extensions()
FROM start_ui()
CALL start_ui()
SELECT sqlite_attach('{dir}/other.sqlite')
-- loosening the settings
SET enable_external_access = true
SET GLOBAL enable_external_access = true
RESET enable_external_access
SET lock_configuration = false
RESET lock_configuration
SET access_mode = 'read_write'
SET allowed_paths = ['{secret}']
SET allowed_directories = ['/']
SET disabled_filesystems = ''
RESET disabled_filesystems
SET autoload_known_extensions = true
SET autoinstall_known_extensions = true
SET allow_unsigned_extensions = true
SET allow_community_extensions = true
SET python_enable_replacements = true
SET custom_extension_repository = 'http://127.0.0.1:1'
SET extension_directory = '{dir}'
SET secret_directory = '{dir}'
SET home_directory = '{dir}'
SET memory_limit = '1TB'
SET search_path = 'temp'
SET schema = 'temp'
SET VARIABLE mine = 1
PRAGMA enable_external_access = true
PRAGMA disable_optimizer
PRAGMA version
PRAGMA import_database('{dir}/export')
SELECT set_config('enable_external_access', 'true', false)
SELECT 1; SET enable_external_access = true; FROM read_text('{secret}')
-- objects of Python
FROM database
FROM connection
FROM found
FROM sys.modules
FROM force_checkpoint()
FROM "force_checkpoint"()
SELECT * FROM force_checkpoint('poker')
FROM query('FROM force_' || 'checkpoint()')
