-- title: Rake paid
-- section: results 50
-- definition: A player's part of the rake, by currency: in each hand as large as their part of the pot's chips. The parts of all players are the whole rake. Also in big bets for 100 hands. Tournament chips are no winnings: they stand apart as BB/100.
-- numerator: rake of each hand, times chips put in by them for each chip of the pot
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

SELECT
    label,
    currency,
    count(*) AS hands,
    -- First to a millionth: halves are no less for being sums of parts.
    round(round(sum(part), 6))::BIGINT AS rake,
    100 * avg(part / big_bet) AS rake_bb100
FROM (SELECT *, coalesce(money_results.rake::DOUBLE * contributed / nullif(pot, 0), 0) AS part FROM money_results)
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
