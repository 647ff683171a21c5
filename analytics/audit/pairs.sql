-- How many hands two players were dealt in together.
WITH sat AS (SELECT hand_key, id FROM chosen_seats JOIN audited_players USING (player))
SELECT one.id AS a, two.id AS b, count(*) AS hands
FROM sat AS one JOIN sat AS two USING (hand_key)
WHERE one.id < two.id
GROUP BY ALL
HAVING count(*) >= $least
