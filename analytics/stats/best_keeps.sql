-- title: Best cards to keep (heroes)
-- section: starting hands 20
-- definition: How often these are the best cards to keep of the five first dealt: for a pat hand its class, else the lowest four, three or two different ranks up to eight. Straight draws are marked: open with four ranks in a row, gutshot with four within five. Cards that nobody was dealt have no row. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: hands with these best cards to keep
-- denominator: hands whose first cards are known
-- outcome: kind, keep, straight
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        pat,
        keep AS ranks,
        start_kinds()[start_place(pat, keep)] AS kind,
        start_keep(pat, ranks) AS keep,
        straight_draw(start_keep(pat, ranks)) AS straight
    FROM starting_hands($worst, $shown)
),
dealt AS (
    SELECT label, pat, ranks, count(*) AS hands FROM listed GROUP BY ALL
),
counted AS (
    SELECT label, start_place(pat, ranks) AS place, start_keep(pat, ranks) AS best, sum(hands)::BIGINT AS done
    FROM dealt
    GROUP BY ALL
),
whole AS (
    SELECT label, sum(hands)::BIGINT AS chances FROM dealt GROUP BY label
)
SELECT
    w.label,
    start_kinds()[k.place] AS kind,
    k.best AS keep,
    straight_draw(k.best) AS straight,
    unnest(rate(coalesce(done, 0), chances))
FROM whole AS w
CROSS JOIN (SELECT DISTINCT place, best FROM counted) AS k
LEFT JOIN counted AS c ON (c.label, c.place, c.best) IS NOT DISTINCT FROM (w.label, k.place, k.best)
ORDER BY w.label, k.place, reverse(k.best);
