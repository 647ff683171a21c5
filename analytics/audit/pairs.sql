-- How many hands two players were dealt in together.
SELECT one.id AS a, two.id AS b, count(*) AS hands
FROM audited_seats AS one JOIN audited_seats AS two USING (hand_key)
WHERE one.id < two.id
GROUP BY ALL
HAVING count(*) >= $least
