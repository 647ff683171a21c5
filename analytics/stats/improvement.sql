-- title: Improvement by count
-- section: draws 80
-- sentence: draws fewer cards than before in the {draw}
-- definition: How often a player who drew cards draws fewer in the next draw.
-- numerator: draws of fewer cards than before
-- denominator: draws reached after drawing one or more cards in the previous draw
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn < drawn_before AS is_made
    FROM chosen_draws
    WHERE drawn_before > 0
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
