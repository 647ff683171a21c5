-- title: Rake paid
-- section: results 50
-- definition: A player's share of the rake, by currency: in each hand in proportion to their chips in the pot. The shares of all players add up to the rake. Also in big bets per 100 hands. Tournament chips are not winnings: they are shown only as BB/100.
-- numerator: rake of each hand, times their share of the chips in the pot
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        currency,
        coalesce(hands.rake::DOUBLE * contributed / nullif(pot, 0), 0) AS rake,
        big_bet
    FROM money_results JOIN (SELECT hand_key, rake, pot FROM hands) AS hands USING (hand_key)
)
SELECT
    label,
    currency,
    count(*) AS hands,
    -- Rounded to a millionth first, so that sums of parts do not fall short of a half.
    round(round(sum(rake), 6))::BIGINT AS rake,
    steady(100 * avg(listed.rake / big_bet)) AS rake_bb100
FROM listed
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
