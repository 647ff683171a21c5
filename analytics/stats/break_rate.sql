-- title: Break rate
-- section: draws 70
-- sentence: breaks a pat hand in the {draw}
-- definition: How often a player who stood pat draws again in the next draw.
-- numerator: draws of one or more cards
-- denominator: draws reached after standing pat in the previous draw
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn > 0 AS is_made
    FROM chosen_draws
    WHERE drawn_before = 0
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
