-- Rounds after a draw in which three or more decide: whether the two raise together, each beyond their own habit, in units in which
-- players of any habit vary alike.
WITH acted AS (
    SELECT hand_key, round, id, max((action IN ('bet', 'raise'))::INTEGER) AS raised
    FROM chosen_decisions JOIN audited_players USING (player) WHERE round > 0 AND may_raise GROUP BY hand_key, round, id
),
crowded AS (SELECT hand_key, round FROM acted GROUP BY hand_key, round HAVING count(*) >= 3),
everybody AS (SELECT round, avg(raised) AS rate FROM acted SEMI JOIN crowded USING (hand_key, round) GROUP BY round),
habits AS (
    SELECT id, round, greatest(0.05, least(0.95, (sum(raised) + 10 * any_value(rate)) / (count(*) + 10))) AS rate
    FROM acted SEMI JOIN crowded USING (hand_key, round) JOIN everybody USING (round)
    GROUP BY id, round
),
beyond AS (
    SELECT hand_key, round, id, (raised - rate) / sqrt(rate * (1 - rate)) AS raised
    FROM acted SEMI JOIN crowded USING (hand_key, round) JOIN habits USING (id, round)
)
SELECT
    hand_key,
    first_player.id AS first,
    second_player.id AS second,
    sum(first_player.raised * second_player.raised) AS x,
    count(*) AS w,
    NULL AS done,
    count(*) AS n
FROM beyond AS first_player
JOIN beyond AS second_player USING (hand_key, round)
WHERE first_player.id < second_player.id
GROUP BY ALL
