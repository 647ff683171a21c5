-- title: Pat rate
-- section: draws 10
-- sentence: stands pat in the {draw}
-- definition: How often a player stands pat in each draw they reach.
-- numerator: draws of no card
-- denominator: draws reached
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 0 AS is_made
    FROM chosen_draws
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
