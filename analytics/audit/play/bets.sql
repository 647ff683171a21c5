-- Rounds after a draw that only the two took part in, nothing bet yet: bets beyond those of everybody in such a spot, as `folds` has
-- them.
WITH alone AS (
    SELECT hand_key, draw AS round, min(player) AS one, max(player) AS two
    FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
),
acts AS (
    SELECT
        hand_key,
        acting.id AS first,
        other.id AS second,
        (action = 'bet')::INTEGER AS bets,
        round::INTEGER * 100 + least(coalesce(drawn, 3), 3) * 20 + least(coalesce(fewest_drawn, 3), 3) AS rough,
        rough * 10 + least(checks, 1) * 2 + coalesce(led, false)::INTEGER AS spot
    FROM chosen_decisions
    JOIN alone USING (hand_key, round)
    JOIN audited_players AS acting USING (player)
    JOIN audited_players AS other ON other.player = CASE chosen_decisions.player WHEN one THEN two ELSE one END
    WHERE may_raise AND live = 2 AND all_ins = 0 AND to_call = 0 AND own_acts = 0
),
counted AS (SELECT rough, spot, sum(bets) AS done, count(*) AS n FROM acts GROUP BY rough, spot),
spots AS (
    SELECT
        spot,
        (done + 10 * sum(done) OVER (PARTITION BY rough) / sum(n) OVER (PARTITION BY rough)) / (n + 10) AS rate
    FROM counted
)
SELECT
    hand_key, first, second, sum(bets - rate) AS x, sum(rate * (1 - rate)) AS w, sum(bets) AS done, count(*) AS n
FROM acts JOIN spots USING (spot)
GROUP BY ALL
