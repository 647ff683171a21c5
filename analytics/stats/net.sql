-- title: Net
-- section: results 10
-- definition: What a player won or lost, in 1/100 of the currency's unit or chip. Currencies and play money are never added together. The net of all players is the rake they paid. Tournament chips are not winnings: they are shown only as BB/100.
-- numerator: chips collected less chips put in
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, currency, net FROM money_results
)
SELECT label, currency, count(*) AS hands, sum(net)::BIGINT AS net
FROM listed
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
