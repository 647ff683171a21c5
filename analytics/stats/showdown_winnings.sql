-- title: Showdown winnings
-- section: results 40
-- definition: A player's net in hands they showed down, and in all others, by currency. The two add up to the net. Tournament chips are not winnings: they are shown only as BB/100.
-- numerator: chips collected less chips put in
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

SELECT
    label,
    currency,
    count(*) AS hands,
    count_if(saw_showdown)::BIGINT AS showdowns,
    sum(CASE WHEN saw_showdown THEN net ELSE 0 END)::BIGINT AS showdown_net,
    sum(CASE WHEN saw_showdown THEN 0 ELSE net END)::BIGINT AS other_net,
    sum(net)::BIGINT AS net
FROM money_results
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
