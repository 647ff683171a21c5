-- Rivers of two players, each with chips for four bets: the acts on it, a letter each, who was first, who bet or raised last
-- before the last draw, and the pot. What comes of the hand does not decide whether it is here.
CREATE OR REPLACE TEMP VIEW last_two AS
WITH acts AS (
    SELECT
        hand_key,
        string_agg(CASE action WHEN 'check' THEN 'x' ELSE left(action::VARCHAR, 1) END, '' ORDER BY seq) AS acts,
        arg_min(seat, seq) AS first,
        arg_min(pot, seq) AS pot
    FROM decisions
    WHERE round = 3
    GROUP BY hand_key
    HAVING max(live) = 2 AND count(DISTINCT seat) = 2 AND bool_and(own_acts > 0 OR stack_behind >= 4 * unit)
),
last_bettors AS (
    SELECT hand_key, arg_max(seat, seq) AS seat FROM decisions WHERE round = 2 AND is_wager(action) GROUP BY hand_key
)
SELECT acts.*, last_bettors.seat AS last_bettor
FROM acts
LEFT JOIN last_bettors USING (hand_key);
