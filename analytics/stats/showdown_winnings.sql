-- title: Showdown winnings
-- section: results 40
-- definition: A player's net in the hands he himself showed down, and in all others, by currency. The two add up to the net.
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
FROM results
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
