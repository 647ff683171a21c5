-- Rounds after a draw that only the two took part in, nothing bet yet: bets.
WITH heads_up_rounds AS (
    SELECT hand_key, draw AS round, min(player) AS first_player, max(player) AS second_player
    FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
)
SELECT
    hand_key,
    acting.id AS first,
    opponent.id AS second,
    round,
    round::INTEGER * 100 + least(coalesce(drawn, 3), 3) * 20 + least(coalesce(fewest_drawn, 3), 3) AS rough,
    rough * 10 + least(checks, 1) * 2 + coalesce(led, false)::INTEGER AS spot,
    (action = 'bet')::INTEGER AS done
FROM chosen_decisions
JOIN heads_up_rounds USING (hand_key, round)
JOIN audited_players AS acting USING (player)
JOIN audited_players AS opponent
    ON opponent.player = CASE chosen_decisions.player WHEN first_player THEN second_player ELSE first_player END
WHERE may_raise AND live = 2 AND all_ins = 0 AND to_call = 0 AND own_acts = 0
