-- title: Snow
-- section: draws 90
-- sentence: snows in the {draw}
-- definition: How often a pat is a snow: the player stood pat without a made low and bet or raised after it. Only pats whose cards are known count; from shown hands alone this is too low, for a snow that works is not shown.
-- numerator: pats worse than the limit with a bet or raise after
-- denominator: pats with cards known
-- parameters: worst = 121, number of the worst made low: 18 = eight, 52 = nine, 121 = ten
-- chart: interval

SELECT label, draw, unnest(rate(count_if(number_after > $worst AND wagers_after > 0), count(*)))
FROM chosen_draws
WHERE drawn = 0 AND number_after IS NOT NULL
GROUP BY label, draw
ORDER BY label, draw;
