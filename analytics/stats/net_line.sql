-- title: Cumulative net
-- section: results 30
-- definition: A player's net after each hand, and what of it came from hands he himself showed down and from all others, in the order they were played, by currency. Hands without a time come first, in the order they were read.
-- numerator: chips collected less chips put in, up to and with this hand
-- denominator: hands dealt in
-- parameters: none
-- chart: line

SELECT
    label,
    currency,
    row_number() OVER played AS hand,
    played_at,
    (sum(net) OVER played)::BIGINT AS net,
    (sum(CASE WHEN saw_showdown THEN net ELSE 0 END) OVER played)::BIGINT AS showdown_net,
    (sum(CASE WHEN saw_showdown THEN 0 ELSE net END) OVER played)::BIGINT AS other_net,
    sum(big_bets) OVER played AS big_bets
FROM results
WINDOW played AS (PARTITION BY label, currency ORDER BY played_at NULLS FIRST, hand_key ROWS UNBOUNDED PRECEDING)
ORDER BY label, currency, hand;
