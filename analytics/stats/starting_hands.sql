-- title: Starting hands
-- section: starting hands 10
-- definition: How often the five cards first dealt are pat (a low up to the limit) or a draw to their best keep: the lowest four, three or two different ranks up to eight. The shares add up to one. Hands known only because they were shown later count when asked for: every one of them was pat throughout, so they say nothing of how often.
-- numerator: hands of that kind
-- denominator: hands whose first cards are known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands known only from the showdown too
-- chart: stacked

WITH dealt AS (
    SELECT label, pat, keep, count(*) AS hands FROM starting_hands($worst, $shown) GROUP BY ALL
),
counted AS (
    SELECT label, start_place(pat, keep) AS place, sum(hands)::BIGINT AS done FROM dealt GROUP BY ALL
),
whole AS (
    SELECT label, sum(hands)::BIGINT AS chances FROM dealt GROUP BY label
)
SELECT label, kind, unnest(rate(coalesce(done, 0), chances))
FROM whole
CROSS JOIN (SELECT unnest(start_kinds()) AS kind, generate_subscripts(start_kinds(), 1) AS place)
LEFT JOIN counted USING (label, place)
ORDER BY label, place;
