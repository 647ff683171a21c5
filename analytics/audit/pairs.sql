-- How many hands two players were dealt in together.
SELECT first_seat.id AS a, second_seat.id AS b, count(*) AS hands
FROM audited_seats AS first_seat JOIN audited_seats AS second_seat USING (hand_key)
WHERE first_seat.id < second_seat.id
GROUP BY ALL
HAVING count(*) >= $least
