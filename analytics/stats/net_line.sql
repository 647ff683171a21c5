-- title: Cumulative net
-- section: results 30
-- definition: A player's net after each hand, and how much of it came from hands they showed down and from the rest, in the order played, by currency; of many hands the first, every n-th and the last. `net_deviation` is the sample standard deviation of the net per hand so far; `band` how many of them Student's 95 % interval spans. Hands without a time come first, in the order they were read. Tournament chips are not winnings: they are shown only as BB/100.
-- numerator: chips collected less chips put in, up to and including this hand
-- denominator: hands dealt in
-- parameters: points = 1000, from twice as many hands on only every n-th has a point, one to two times this number in all, 0 for every hand
-- chart: line

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, currency, played_at, net, saw_showdown, big_bets FROM money_results
),
numbered AS (
    SELECT *, row_number() OVER played AS hand, count(*) OVER (PARTITION BY label, currency) // nullif($points, 0) AS step
    FROM (
        SELECT label, currency, played_at, hand_id, hand_key, seat, line, net, saw_showdown, big_bets
        FROM listed JOIN (SELECT hand_key, hand_id FROM hands) USING (hand_key)
    )
    WINDOW played AS (PARTITION BY label, currency ORDER BY played_at NULLS FIRST, length(hand_id), hand_id, hand_key, seat, line)
),
stretches AS (
    SELECT
        label,
        currency,
        max(hand) AS hand,
        in_zone(max(played_at)) AS played_at,
        sum(net) AS net,
        sum(CASE WHEN saw_showdown THEN net ELSE 0 END) AS showdown_net,
        sum(net::DOUBLE ** 2) AS squares,
        sum(big_bets) AS big_bets,
        sum(CASE WHEN saw_showdown THEN big_bets ELSE 0 END) AS showdown_big_bets
    FROM numbered
    GROUP BY label, currency, CASE WHEN hand > 1 THEN (hand - 1) // greatest(step, 1) ELSE -1 END
)
SELECT
    label,
    currency,
    hand,
    played_at,
    (sum(net) OVER played)::BIGINT AS net,
    (sum(showdown_net) OVER played)::BIGINT AS showdown_net,
    (sum(net - showdown_net) OVER played)::BIGINT AS other_net,
    sum(big_bets) OVER played AS big_bets,
    sum(showdown_big_bets) OVER played AS showdown_big_bets,
    deviation(sum(net) OVER played, sum(squares) OVER played, hand) AS net_deviation,
    student(hand - 1) AS band
FROM stretches
WINDOW played AS (PARTITION BY label, currency ORDER BY hand)
ORDER BY label, max(hand) OVER (PARTITION BY label, currency) DESC, currency, hand;
