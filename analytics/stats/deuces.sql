-- title: Deuces (heroes)
-- section: starting hands 50
-- definition: How many of a player's starting hands have a deuce, the card all good hands need: among all dealt to them, and among those with which they reached the first draw. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: hands with a deuce
-- denominator: hands whose first cards are known
-- parameters: shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: interval

WITH counted AS (
    SELECT label, contains(dealt, '2') AS deuce, drawn1 IS NOT NULL AS drew, count(*) AS hands
    FROM starting_hands(0, $shown)
    GROUP BY ALL
),
shares AS (
    SELECT label, 'dealt' AS which, sum(hands) FILTER (deuce) AS done, sum(hands) AS chances
    FROM counted GROUP BY label
    UNION ALL
    SELECT label, 'drawn to', sum(hands) FILTER (deuce), sum(hands)
    FROM counted WHERE drew GROUP BY label
)
SELECT label, which, unnest(rate(coalesce(done, 0)::BIGINT, chances::BIGINT))
FROM shares
ORDER BY label, which;
