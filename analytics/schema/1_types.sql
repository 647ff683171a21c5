-- The enums of columns, in sort order. Order of files: types first, then one file per table.

CREATE TYPE betting_word AS ENUM ('fixed limit', 'pot limit', 'no limit');
CREATE TYPE position_word AS ENUM ('UTG', 'UTG+1', 'HJ', 'CO', 'BTN', 'BTN/SB', 'SB', 'BB');
CREATE TYPE action_word AS ENUM ('fold', 'check', 'call', 'bet', 'raise');
CREATE TYPE role_word AS ENUM ('opener', '3-bettor', 'caller', 'blind');
CREATE TYPE severity_word AS ENUM ('note', 'warning', 'error');

CREATE TABLE schema_version (
    product VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    database VARCHAR NOT NULL
);
COMMENT ON TABLE schema_version IS 'One row: the product this database belongs to, the version of its tables, and an identity';
COMMENT ON COLUMN schema_version.product IS 'Always histparse';
COMMENT ON COLUMN schema_version.version IS 'Schema version; a program refuses a database with a later one';
COMMENT ON COLUMN schema_version.database IS 'The identity of this database, made with it; a publication accepts no other';
