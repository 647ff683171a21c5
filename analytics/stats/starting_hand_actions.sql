-- title: Starting hands, first act (heroes)
-- section: starting hands 30
-- definition: A player's first act before the first draw, by the kind of their starting hand and, if it is not pat, by the best cards to keep of it. The four shares of a hand add up to one. A walk or an all-in blind does not count. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: hands with that as the first decision
-- denominator: hands whose first cards are known, with a decision in betting round 0
-- outcome: action
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
        start_kinds()[start_place(pat, keep)] AS kind,
        start_keep(pat, ranks) AS keep,
        straight_draw(start_keep(pat, ranks)) AS straight,
        first_act AS act,
        act_word(act, 'raise') AS action
    FROM starting_hands($worst, $shown)
    WHERE first_act IS NOT NULL
),
acts AS (
    SELECT label, pat, ranks, act, count(*) AS hands FROM listed GROUP BY ALL
),
counted AS (
    SELECT
        label,
        start_place(pat, ranks) AS place,
        start_keep(pat, ranks) AS best,
        sum(hands)::BIGINT AS chances,
        unnest(['fold', 'check', 'call', 'raise']) AS action,
        unnest([
            sum(hands) FILTER (act = 'fold'),
            sum(hands) FILTER (act = 'check'),
            sum(hands) FILTER (act = 'call'),
            sum(hands) FILTER (act IN ('bet', 'raise'))
        ])::BIGINT AS done,
        generate_subscripts([1, 2, 3, 4], 1) AS act_place
    FROM acts
    GROUP BY GROUPING SETS ((label, place), (label, place, best))
    HAVING grouping(best) = 1 OR best IS NOT NULL
)
SELECT
    label,
    start_kinds()[place] AS kind,
    best AS keep,
    straight_draw(best) AS straight,
    action,
    unnest(rate(coalesce(done, 0), chances))
FROM counted
ORDER BY label, place, reverse(best) NULLS FIRST, act_place;
