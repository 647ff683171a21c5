-- every player is listed once, and sits in a hand
WITH sat AS (SELECT DISTINCT site, player AS name FROM seats JOIN hands USING (hand_key))
SELECT site, NULL AS hand_id, name || ' is not listed' AS wrong FROM sat ANTI JOIN players USING (site, name)
UNION ALL
SELECT site, NULL, name || ' sits in no hand' FROM players ANTI JOIN sat USING (site, name)
UNION ALL
SELECT site, NULL, name || ' is listed ' || count(*) || ' times' FROM players GROUP BY site, name HAVING count(*) > 1
