-- title: Whole hands thrown
-- definition: How often a player throws all five cards in each draw they reach.
-- numerator: draws of five cards
-- denominator: draws reached
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn = 5), count(*)))
FROM chosen_draws
GROUP BY label, draw
ORDER BY label, draw;
