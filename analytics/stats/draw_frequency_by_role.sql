-- title: Draw frequency by role
-- section: draws 21
-- definition: How often a player draws each number of cards in each draw they reach, by their role before the first draw: first raiser (opener), later raiser (3-bettor), else blind if they posted, else caller; 0 is standing pat. The shares of one draw add up to one.
-- numerator: draws of that many cards
-- denominator: draws reached
-- outcome: drawn
-- parameters: none
-- chart: stacked

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, role, draw, drawn FROM chosen_draws
),
counted AS (
    SELECT label, role, draw, count(*) AS chances,
        unnest(counts(histogram(drawn), range(6)::TINYINT[]), recursive := true)
    FROM listed
    GROUP BY label, role, draw
)
SELECT label, role, draw, action AS drawn, unnest(rate(done, chances))
FROM counted
ORDER BY label, role, draw, place;
