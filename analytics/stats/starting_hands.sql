-- title: Starting hands (heroes)
-- section: starting hands 10
-- definition: How often the five cards first dealt are pat (a low up to the limit) or a draw to the best cards to keep: the lowest four, three or two different ranks up to eight. The shares add up to one. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: hands of that kind
-- denominator: hands whose first cards are known
-- outcome: kind
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: stacked

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        pat,
        keep AS ranks,
        start_kinds()[start_place(pat, ranks)] AS kind
    FROM starting_hands($worst, $shown)
),
dealt AS (
    SELECT label, pat, ranks, count(*) AS hands FROM listed GROUP BY ALL
),
counted AS (
    SELECT label, start_place(pat, ranks) AS place, sum(hands)::BIGINT AS done FROM dealt GROUP BY ALL
),
whole AS (
    SELECT label, sum(hands)::BIGINT AS chances FROM dealt GROUP BY label
)
SELECT label, kind, unnest(rate(coalesce(done, 0), chances))
FROM whole
CROSS JOIN (SELECT unnest(start_kinds()) AS kind, generate_subscripts(start_kinds(), 1) AS place)
LEFT JOIN counted USING (label, place)
ORDER BY label, place;
