-- every number is stored once
SELECT site, hand_id, 'stored ' || count(*) || ' times' AS wrong FROM hands GROUP BY site, hand_id HAVING count(*) > 1
UNION ALL
SELECT site, 'tournament ' || number, 'stored ' || count(*) || ' times' FROM tournaments
GROUP BY site, number HAVING count(*) > 1
