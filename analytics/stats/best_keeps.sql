-- title: Best keeps
-- section: starting hands 20
-- definition: How often the five cards first dealt have that best keep: of a pat hand its class, else the lowest four, three or two different ranks up to eight. Straight draws are marked: open with four ranks in a row, gutshot with four within five. A keep that never came has no row.
-- numerator: hands with that best keep
-- denominator: hands whose first cards are known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands known only from the showdown too
-- chart: bars

WITH dealt AS (
    SELECT label, pat, keep, count(*) AS hands FROM starting_hands($worst, $shown) GROUP BY ALL
),
counted AS (
    SELECT label, start_place(pat, keep) AS place, start_keep(pat, keep) AS best, sum(hands)::BIGINT AS done
    FROM dealt
    GROUP BY ALL
)
SELECT
    label,
    start_kinds()[place] AS kind,
    best AS keep,
    straight_draw(best) AS straight,
    unnest(rate(done, (sum(done) OVER (PARTITION BY label))::BIGINT))
FROM counted
ORDER BY label, place, reverse(best);
