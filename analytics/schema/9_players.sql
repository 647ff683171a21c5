-- Who plays: a player is a name at a site, until the user says that several are one.

CREATE TABLE players (
    site VARCHAR NOT NULL,
    name VARCHAR NOT NULL
);

COMMENT ON TABLE players IS 'Everybody who sits in a stored hand: a name at a site';
COMMENT ON COLUMN players.site IS 'The site';
COMMENT ON COLUMN players.name IS 'Name as its texts write it';

CREATE TABLE aliases (
    alias VARCHAR NOT NULL,
    site VARCHAR NOT NULL,
    name VARCHAR NOT NULL
);

COMMENT ON TABLE aliases IS 'Players who are one person, as the user said: histparse aliases';
COMMENT ON COLUMN aliases.alias IS 'The name they have together';
COMMENT ON COLUMN aliases.site IS 'The site of one of them';
COMMENT ON COLUMN aliases.name IS 'The name of that one there';
