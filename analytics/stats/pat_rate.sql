-- title: Pat rate
-- section: draws 10
-- sentence: stands pat in the {draw}
-- definition: How often a player stands pat in each draw they reach.
-- numerator: draws of no card
-- denominator: draws reached
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn = 0), count(*)))
FROM chosen_draws
GROUP BY label, draw
ORDER BY label, draw;
