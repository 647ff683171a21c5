-- Who is who. A player is a name at a site; in results they go by the alias they were joined under, else by the name,
-- prefixed with the site (`pokerstars:Ann`) if the name alone would be ambiguous: it occurs at several sites, is also
-- an alias, or looks like a name with a site.

CREATE OR REPLACE TEMP VIEW identities AS
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
