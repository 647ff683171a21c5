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
    SELECT label, draw, drawn, count(*) AS hands FROM listed GROUP BY ALL
),
summed AS (
    SELECT label, draw, sum(hands)::BIGINT AS chances, map_from_entries(list((drawn, hands))) AS hands
    FROM counted
    GROUP BY label, draw
)
SELECT label, draw, drawn, unnest(rate(coalesce(hands[drawn], 0), chances))
FROM summed
CROSS JOIN (SELECT range::TINYINT AS drawn FROM range(6))
ORDER BY label, draw, drawn;
