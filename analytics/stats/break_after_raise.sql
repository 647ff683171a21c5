-- title: Break after facing a raise
-- section: draws 71
-- sentence: breaks a pat hand in the {draw} after facing a raise
-- definition: How often a player who stood pat draws again in the next draw when they had a decision with two bets or more out in the round between.
-- numerator: draws of a card or more
-- denominator: draws reached after a pat in the draw before and a raise faced in the round between
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn > 0), count(*)))
FROM chosen_draws
WHERE drawn_before = 0 AND faced >= 2
GROUP BY label, draw
ORDER BY label, draw;
