-- title: First pat
-- section: draws 40
-- sentence: stands pat for the first time in the {draw}
-- definition: How often a player who has drawn so far stands pat for the first time, by draw. At the first draw everybody who reaches it has the opportunity.
-- numerator: first pats
-- denominator: draws reached without having stood pat before
-- parameters: none
-- chart: interval

WITH hands AS (
    SELECT label, drawn1, drawn2, drawn3, count(*) AS hands FROM chosen_seats GROUP BY ALL
),
reached AS (
    SELECT label, 1::TINYINT AS draw, drawn1 AS drawn, hands FROM hands
    UNION ALL
    SELECT label, 2, drawn2, hands FROM hands WHERE drawn1 > 0
    UNION ALL
    SELECT label, 3, drawn3, hands FROM hands WHERE drawn1 > 0 AND drawn2 > 0
)
SELECT label, draw, unnest(rate(coalesce(sum(hands) FILTER (drawn = 0), 0)::BIGINT, sum(hands)::BIGINT))
FROM reached
WHERE drawn IS NOT NULL
GROUP BY label, draw
ORDER BY label, draw;
