-- title: Pat behind pat
-- section: draws 60
-- sentence: stands pat behind a pat player in the {draw}
-- within: pat_rate
-- definition: How often a player stands pat when somebody before them in the same draw stood pat, by draw.
-- numerator: draws of no card
-- denominator: draws with a pat before them in the same draw
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 0 AS is_made
    FROM chosen_draws
    WHERE fewest_before = 0
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
