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
    SELECT label, role, draw, drawn, count(*) AS hands FROM listed GROUP BY ALL
),
summed AS (
    SELECT label, role, draw, sum(hands)::BIGINT AS chances, map_from_entries(list((drawn, hands))) AS hands
    FROM counted
    GROUP BY label, role, draw
)
SELECT label, role, draw, drawn, unnest(rate(coalesce(hands[drawn], 0), chances))
FROM summed
CROSS JOIN (SELECT range::TINYINT AS drawn FROM range(6))
ORDER BY label, role, draw, drawn;
