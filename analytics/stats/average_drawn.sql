-- title: Average cards drawn
-- section: draws 30
-- definition: Cards a player draws on average in each draw they reach; standing pat counts as 0.
-- numerator: cards drawn
-- denominator: draws reached
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn AS cards FROM chosen_draws
)
SELECT label, draw, sum(cards)::BIGINT AS cards, count(*) AS draws, avg(listed.cards) AS average
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
