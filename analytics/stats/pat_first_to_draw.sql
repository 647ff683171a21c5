-- title: Pat when first to draw
-- section: draws 62
-- sentence: stands pat when first to draw in the {draw}
-- definition: How often a player stands pat when they are the first to draw, by draw.
-- numerator: draws of no card
-- denominator: draws in which they are the first
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn = 0), count(*)))
FROM chosen_draws
WHERE fewest_before IS NULL
GROUP BY label, draw
ORDER BY label, draw;
