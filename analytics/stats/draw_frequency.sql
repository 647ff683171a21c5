-- title: Draw frequency
-- section: draws 20
-- sentence: draws {drawn} in the {draw}
-- definition: How often a player draws each number of cards in each draw he reaches; 0 is standing pat. The shares of one draw add up to one.
-- numerator: draws of so many cards
-- denominator: draws reached
-- parameters: none
-- chart: stacked

WITH reached AS (
    SELECT label, draw, count(*) AS chances FROM chosen_draws GROUP BY ALL
),
drawn AS (
    SELECT label, draw, drawn, count(*) AS done FROM chosen_draws GROUP BY ALL
)
SELECT label, draw, drawn, unnest(rate(coalesce(done, 0), chances))
FROM reached
CROSS JOIN (SELECT range::TINYINT AS drawn FROM range(6))
LEFT JOIN drawn USING (label, draw, drawn)
ORDER BY label, draw, drawn;
