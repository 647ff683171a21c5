-- Who is who. A player is a name at a site; what a row calls them is the alias they were joined under, else the name, with
-- the site before it (`pokerstars:Ann`) where the name alone would not tell: it is there at several sites, is also an
-- alias, or begins like one with a site.

CREATE OR REPLACE TEMP TABLE identities AS
WITH unclear AS (
    SELECT name FROM players GROUP BY name HAVING count(*) > 1
    UNION
    SELECT alias FROM aliases
    UNION
    SELECT name FROM players WHERE split_part(name, ':', 1) IN (SELECT site FROM players) AND contains(name, ':')
)
SELECT
    site,
    name,
    coalesce(alias, CASE WHEN unclear.name IS NULL THEN players.name ELSE site || ':' || players.name END) AS player
FROM players LEFT JOIN aliases USING (site, name) LEFT JOIN unclear USING (name);

-- The seats of those who are called otherwise than their text calls them: mostly none.
CREATE OR REPLACE TEMP TABLE renamed AS
SELECT hand_key, seat, identities.player
FROM (FROM seats SEMI JOIN (FROM identities WHERE player <> name) AS others ON seats.player = others.name) AS seats
JOIN hands USING (hand_key)
JOIN identities ON identities.site = hands.site AND identities.name = seats.player AND identities.player <> identities.name;
