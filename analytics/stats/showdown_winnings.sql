-- title: Showdown winnings
-- section: results 40
-- definition: A player's net in hands they showed down, and in the rest, by currency. The two add up to the net. Tournament chips are not winnings: they are shown only as BB/100.
-- numerator: chips collected less chips put in
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
        saw_showdown AS showdowns,
        CASE WHEN saw_showdown THEN net ELSE 0 END AS showdown_net,
        CASE WHEN saw_showdown THEN 0 ELSE net END AS other_net,
        net
    FROM money_results
)
SELECT
    label,
    currency,
    count(*) AS hands,
    count_if(showdowns)::BIGINT AS showdowns,
    sum(showdown_net)::BIGINT AS showdown_net,
    sum(other_net)::BIGINT AS other_net,
    sum(net)::BIGINT AS net
FROM listed
GROUP BY label, currency
ORDER BY label, hands DESC, currency;
