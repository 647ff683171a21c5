-- Players: a player is a name at a site; aliases join several into one person.

CREATE TABLE players (
    site VARCHAR NOT NULL,
    name VARCHAR NOT NULL
);

COMMENT ON TABLE players IS 'Everybody who sits in a stored hand, as a name at a site';
COMMENT ON COLUMN players.site IS 'The site';
COMMENT ON COLUMN players.name IS 'Name as the site writes it';

CREATE TABLE aliases (
    alias VARCHAR NOT NULL,
    site VARCHAR NOT NULL,
    name VARCHAR NOT NULL
);

COMMENT ON TABLE aliases IS 'Players joined into one person by the user, with histparse aliases';
COMMENT ON COLUMN aliases.alias IS 'The name they share';
COMMENT ON COLUMN aliases.site IS 'The site of one of the players';
COMMENT ON COLUMN aliases.name IS 'The name of that player at the site';
