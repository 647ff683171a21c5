-- title: Draw frequency in and out of position
-- section: draws 22
-- definition: How often a player draws each number of cards in each draw they reach, in position (last of those who take part in that draw) and out of position; 0 is standing pat. The shares of one draw add up to one.
-- numerator: draws of that many cards
-- denominator: draws reached
-- outcome: drawn
-- parameters: none
-- chart: stacked

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, in_position, draw, drawn FROM chosen_draws
),
counted AS (
    SELECT label, in_position, draw, count(*) AS chances,
        unnest(counts(histogram(drawn), range(6)::TINYINT[]), recursive := true)
    FROM listed
    GROUP BY label, in_position, draw
)
SELECT label, in_position, draw, action AS drawn, unnest(rate(done, chances))
FROM counted
ORDER BY label, in_position, draw, place;
