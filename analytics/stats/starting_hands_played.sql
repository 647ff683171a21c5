-- title: Starting hands, played (heroes)
-- section: starting hands 15, by position
-- definition: How often a player plays each class of starting hand, with a call, bet or raise as the first act before the first draw, and what they won with it in big bets per 100 such hands, folded ones too, with Student's interval, by currency. A pat hand's class is its highest card; that of others the best cards to keep: from a deuce up to a seven or less, `2 to 7`, up to an eight, `2 to 8`, or without a deuce, `no 2`. A walk or an all-in blind does not count. Heroes only, whose cards are seen at the deal.
-- numerator: hands played; net in big bets, times 100
-- denominator: hands with a decision; hands whose first cards are known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten; shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: heat map

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        start_class(pat, keep) AS class,
        start_kinds()[class // 100] AS kind,
        kept_word(class) AS kept,
        hand_currency AS currency,
        (first_act IS NOT NULL)::TINYINT AS decisions,
        coalesce(first_act = 'call' OR is_wager(first_act), false)::TINYINT AS played,
        net / hand_big_bet AS big_bets
    FROM starting_hands($worst, $shown)
),
measured AS (
    SELECT
        label,
        currency,
        class,
        count(*) AS hands,
        sum(decisions)::BIGINT AS decisions,
        sum(played)::BIGINT AS played,
        steady(100 * avg(big_bets)) AS bb100,
        reach(steady(100 * stddev_samp(big_bets)), count(*)) AS half
    FROM listed
    GROUP BY label, currency, class
)
SELECT
    label,
    currency,
    start_kinds()[class // 100] AS kind,
    kept_word(class) AS kept,
    hands,
    decisions,
    played,
    bb100,
    bb100 - half AS low_end,
    bb100 + half AS high_end
FROM measured
ORDER BY label, sum(hands) OVER (PARTITION BY label, currency) DESC, currency, class;
