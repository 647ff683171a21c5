-- title: Improvement by count
-- section: draws 80
-- sentence: draws fewer cards than before in the {draw}
-- definition: How often a player who drew cards draws fewer in the next draw.
-- numerator: draws of fewer cards than before
-- denominator: draws reached after drawing one or more cards in the previous draw
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn < drawn_before), count(*)))
FROM chosen_draws
WHERE drawn_before > 0
GROUP BY label, draw
ORDER BY label, draw;
