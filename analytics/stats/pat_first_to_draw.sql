-- title: Pat when first to draw
-- section: draws 62
-- sentence: stands pat when first to draw in the {draw}
-- within: pat_rate
-- definition: How often a player stands pat when they are the first to draw, by draw.
-- numerator: draws of no card
-- denominator: draws in which they are the first
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 0 AS is_made
    FROM chosen_draws
    WHERE fewest_before IS NULL
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
