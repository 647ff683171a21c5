-- title: Average cards drawn
-- section: draws 30
-- definition: Cards a player draws on average in each draw they reach; standing pat counts as 0.
-- numerator: cards drawn
-- denominator: draws reached
-- parameters: none
-- chart: bars

SELECT label, draw, sum(drawn)::BIGINT AS cards, count(*) AS draws, avg(drawn) AS average
FROM chosen_draws
GROUP BY label, draw
ORDER BY label, draw;
