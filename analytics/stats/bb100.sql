-- title: BB/100
-- section: results 20, by position
-- definition: Big bets won per 100 hands dealt in, including walks, at each stakes and (without stakes) over all stakes of a currency. Sample standard deviation per 100 hands; the interval is Student's. With few hands it is wide, and still contains the truth less often: 90 times in 100 with ten hands, 94 with a hundred; what it misses is above it, because large pots won are rare. A big bet is two big blinds in pot and no limit.
-- numerator: net in big bets, times 100
-- denominator: hands dealt in
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, currency, stakes, betting, low_stake, high_stake, net, big_bets
    FROM results LEFT JOIN (SELECT DISTINCT stakes, betting, low_stake, high_stake FROM hands) USING (stakes)
),
measured AS (
    SELECT
        label,
        currency,
        betting,
        low_stake,
        high_stake,
        count(*) AS hands,
        money(sum(net), currency) AS net,
        steady(100 * avg(big_bets)) AS bb100,
        steady(10 * stddev_samp(big_bets)) AS deviation
    FROM listed
    GROUP BY GROUPING SETS ((label, currency), (label, currency, stakes, betting, low_stake, high_stake))
)
SELECT
    label,
    currency,
    betting,
    low_stake,
    high_stake,
    hands,
    net,
    bb100,
    deviation,
    10 * deviation / sqrt(hands) AS error,
    bb100 - 10 * reach(deviation, hands) AS low_end,
    bb100 + 10 * reach(deviation, hands) AS high_end
FROM measured
ORDER BY
    label, max(hands) OVER (PARTITION BY label, currency) DESC, currency, high_stake NULLS FIRST, low_stake, betting;
