-- How many hands two players were dealt in together.
SELECT one.player AS first, two.player AS second, count(*) AS hands
FROM chosen_seats AS one JOIN chosen_seats AS two USING (hand_key)
WHERE one.player < two.player
GROUP BY ALL
HAVING hands >= $least
