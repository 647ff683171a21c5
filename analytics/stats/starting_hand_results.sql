-- title: Starting hands, results (heroes)
-- section: starting hands 40
-- definition: What a player won with each kind of starting hand and (with a keep) with each best keep, by currency: net in 1/100, and big bets per 100 such hands with Student's interval. Folded hands count too. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: net in big bets, times 100
-- denominator: hands whose first cards are known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: interval

WITH measured AS (
    SELECT
        label,
        hand_currency AS currency,
        start_place(pat, keep) AS place,
        start_keep(pat, keep) AS best,
        count(*) AS hands,
        money(sum(net), hand_currency) AS net,
        100 * avg(net / hand_big_bet) AS bb100,
        100 * reach(stddev_samp(net / hand_big_bet), count(*)) AS half
    FROM starting_hands($worst, $shown)
    GROUP BY GROUPING SETS ((label, hand_currency, place), (label, hand_currency, place, best))
    HAVING grouping(best) = 1 OR best IS NOT NULL
)
SELECT
    label,
    currency,
    start_kinds()[place] AS kind,
    best AS keep,
    straight_draw(best) AS straight,
    hands,
    net,
    bb100,
    bb100 - half AS low_end,
    bb100 + half AS high_end
FROM measured
ORDER BY label, currency, place, reverse(best) NULLS FIRST;
