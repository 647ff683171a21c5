-- title: Draw frequency
-- section: draws 20, by position
-- sentence: draws {drawn} in the {draw}
-- definition: How often a player draws each number of cards in each draw they reach; 0 is standing pat. The shares of one draw add up to one.
-- numerator: draws of that many cards
-- denominator: draws reached
-- outcome: drawn
-- parameters: none
-- chart: stacked

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn FROM chosen_draws
),
counted AS (
    SELECT label, draw, count(*) AS chances,
        unnest(counts(histogram(drawn), range(6)::TINYINT[]), recursive := true)
    FROM listed
    GROUP BY label, draw
)
SELECT label, draw, action AS drawn, unnest(rate(done, chances))
FROM counted
ORDER BY label, draw, place;
