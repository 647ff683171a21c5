-- title: Break after facing a raise
-- section: draws 71
-- sentence: breaks a pat hand in the {draw} after facing a raise
-- within: break_rate
-- definition: How often a player who stood pat draws again in the next draw after a decision with two or more bets out in the round in between.
-- numerator: draws of one or more cards
-- denominator: draws reached after standing pat in the previous draw and facing a raise in between
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn > 0 AS is_made
    FROM chosen_draws
    WHERE drawn_before = 0 AND faced >= 2
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
