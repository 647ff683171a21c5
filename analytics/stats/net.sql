-- title: Net
-- section: results 10
-- definition: What a player won or lost, in 1/100 of the currency's unit or chip. Currencies, play money and chips are never added together. The net of all players is the rake they paid.
-- numerator: chips collected less chips put in
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

SELECT label, currency, count(*) AS hands, sum(net)::BIGINT AS net
FROM results
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
