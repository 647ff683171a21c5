-- title: W$WSD
-- section: showdown 30
-- sentence: wins hands that reach the first draw
-- definition: Won money when saw draw: how often a player who reaches the first draw collects something, at showdown or before.
-- numerator: hands with something collected
-- denominator: hands that reached the first draw
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, collected > 0 AS is_made
    FROM chosen_seats
    WHERE drawn1 IS NOT NULL
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
