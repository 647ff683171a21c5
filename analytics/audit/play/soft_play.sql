-- Rounds in which the two are alone with chips behind: bets and raises beyond those of everybody in such a spot.
WITH alone AS (
    SELECT hand_key, draw AS round, min(player) AS first, max(player) AS second
    FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
),
acts AS (
    SELECT
        hand_key,
        first,
        second,
        (action IN ('bet', 'raise'))::INTEGER AS done,
        [round, (to_call > 0)::INTEGER, least(drawn, 2), least(fewest_drawn, 2)] AS spot
    FROM chosen_decisions JOIN alone USING (hand_key, round)
    WHERE may_raise AND live = 2 AND all_ins = 0 AND drawn IS NOT NULL AND fewest_drawn IS NOT NULL
),
spots AS (SELECT spot, avg(done) AS rate FROM acts GROUP BY spot)
SELECT hand_key, first, second, sum(done - rate)::DOUBLE AS x, count(*)::DOUBLE AS w
FROM acts JOIN spots USING (spot)
GROUP BY ALL
