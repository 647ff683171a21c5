-- title: Pat behind drawing
-- section: draws 61
-- sentence: stands pat behind drawing players in the {draw}
-- within: pat_rate
-- definition: How often a player stands pat when everybody before them in the same draw drew cards, by draw.
-- numerator: draws of no card
-- denominator: draws with players before them, none of them pat
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 0 AS is_made
    FROM chosen_draws
    WHERE fewest_before > 0
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
