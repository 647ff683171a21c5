-- title: Starting hands, results (heroes)
-- section: starting hands 40
-- definition: What a player won with each kind of starting hand and, if it is not pat, with the best cards to keep of it, by currency: net in 1/100, and big bets per 100 such hands with Student's interval. Folded hands count too. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: net in big bets, times 100
-- denominator: hands whose first cards are known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: interval

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
        hand_currency AS currency,
        money(net, hand_currency) AS net,
        net / hand_big_bet AS big_bets
    FROM starting_hands($worst, $shown)
),
measured AS (
    SELECT
        label,
        currency,
        start_place(pat, ranks) AS place,
        start_keep(pat, ranks) AS best,
        count(*) AS hands,
        sum(net)::BIGINT AS net,
        steady(100 * avg(big_bets)) AS bb100,
        reach(steady(100 * stddev_samp(big_bets)), count(*)) AS half
    FROM listed
    GROUP BY GROUPING SETS ((label, currency, place), (label, currency, place, best))
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
ORDER BY
    label, sum(hands) OVER (PARTITION BY label, currency) DESC, currency, place, reverse(best) NULLS FIRST;
