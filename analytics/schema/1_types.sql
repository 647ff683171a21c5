-- The words that columns may hold, in the order they sort. Order of files: types first, then one file for each table.

CREATE TYPE betting_word AS ENUM ('fixed limit', 'pot limit', 'no limit');
CREATE TYPE position_word AS ENUM ('UTG', 'UTG+1', 'HJ', 'CO', 'BTN', 'BTN/SB', 'SB', 'BB');
CREATE TYPE action_word AS ENUM ('fold', 'check', 'call', 'bet', 'raise');
CREATE TYPE role_word AS ENUM ('opener', '3-bettor', 'caller', 'blind');
CREATE TYPE severity_word AS ENUM ('note', 'warning', 'error');

CREATE TABLE schema_version (product VARCHAR NOT NULL, version INTEGER NOT NULL);
COMMENT ON TABLE schema_version IS 'One row: that this database is of this product, and which tables it has';
COMMENT ON COLUMN schema_version.product IS 'Always histparse';
COMMENT ON COLUMN schema_version.version IS 'Number of the schema; a program refuses a database of a later one';
INSERT INTO schema_version VALUES ('histparse', 7);
