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
    SELECT label, in_position, draw, drawn, count(*) AS hands FROM listed GROUP BY ALL
),
summed AS (
    SELECT label, in_position, draw, sum(hands)::BIGINT AS chances, map_from_entries(list((drawn, hands))) AS hands
    FROM counted
    GROUP BY label, in_position, draw
)
SELECT label, in_position, draw, drawn, unnest(rate(coalesce(hands[drawn], 0), chances))
FROM summed
CROSS JOIN (SELECT range::TINYINT AS drawn FROM range(6))
ORDER BY label, in_position, draw, drawn;
