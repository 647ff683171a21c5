-- title: Break rate
-- section: draws 70
-- sentence: breaks a pat hand in the {draw}
-- definition: How often a player who stood pat draws again in the next draw.
-- numerator: draws of one or more cards
-- denominator: draws reached after standing pat in the previous draw
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn > 0), count(*)))
FROM chosen_draws
WHERE drawn_before = 0
GROUP BY label, draw
ORDER BY label, draw;
