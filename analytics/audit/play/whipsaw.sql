-- Rounds after a draw in which three or more decide: whether the two raise together, each beyond their own habit, in units in which
-- players of any habit vary alike.
WITH acted AS (
    SELECT hand_key, round, player, max((action IN ('bet', 'raise'))::INTEGER) AS raised
    FROM chosen_decisions WHERE round > 0 AND may_raise GROUP BY hand_key, round, player
),
crowded AS (SELECT hand_key, round FROM acted GROUP BY hand_key, round HAVING count(*) >= 3),
everybody AS (SELECT round, avg(raised) AS rate FROM acted SEMI JOIN crowded USING (hand_key, round) GROUP BY round),
habits AS (
    SELECT player, round, greatest(0.05, least(0.95, (sum(raised) + 10 * any_value(rate)) / (count(*) + 10))) AS rate
    FROM acted SEMI JOIN crowded USING (hand_key, round) JOIN everybody USING (round)
    GROUP BY player, round
),
beyond AS (
    SELECT hand_key, round, player, (raised - rate) / sqrt(rate * (1 - rate)) AS raised
    FROM acted SEMI JOIN crowded USING (hand_key, round) JOIN habits USING (player, round)
)
SELECT
    hand_key,
    one.player AS first,
    two.player AS second,
    sum(one.raised * two.raised)::DOUBLE AS x,
    count(*)::DOUBLE AS w
FROM beyond AS one
JOIN beyond AS two USING (hand_key, round)
WHERE one.player < two.player
GROUP BY ALL
