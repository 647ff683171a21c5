-- title: Whole hands thrown
-- definition: How often a player throws all five cards in each draw they reach.
-- numerator: draws of five cards
-- denominator: draws reached
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 5 AS is_made
    FROM chosen_draws
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
