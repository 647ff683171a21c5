-- every hand has its text and its seats
SELECT site, hand_id, 'has no text' AS wrong FROM hands ANTI JOIN texts USING (hand_key)
UNION ALL
SELECT site, hand_id, 'has no seats' FROM hands ANTI JOIN seats USING (hand_key)
UNION ALL
SELECT site, hand_id, 'has ' || count(*) || ' texts' FROM hands JOIN texts USING (hand_key)
GROUP BY site, hand_id, hand_key HAVING count(*) > 1
