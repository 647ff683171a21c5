-- Draws that both make: whether both stand pat more or less often together, each beyond their own habit after as many cards
-- drawn before, in units in which players of any habit vary alike.
WITH draw_spots AS (
    SELECT hand_key, draw, id, (drawn = 0)::INTEGER AS pat, [draw, least(coalesce(drawn_before, 9), 3)] AS spot
    FROM chosen_draws JOIN audited_players USING (player)
),
everybody AS (SELECT spot, avg(pat) AS rate FROM draw_spots GROUP BY spot),
habits AS (
    SELECT id, spot, greatest(0.05, least(0.95, (sum(pat) + 10 * any_value(rate)) / (count(*) + 10))) AS rate
    FROM draw_spots JOIN everybody USING (spot)
    GROUP BY id, spot
),
beyond AS (
    SELECT hand_key, draw, id, (pat - rate) / sqrt(rate * (1 - rate)) AS pat FROM draw_spots JOIN habits USING (id, spot)
)
SELECT
    hand_key,
    first_player.id AS first,
    second_player.id AS second,
    sum(first_player.pat * second_player.pat) AS x,
    count(*) AS w,
    NULL AS done,
    count(*) AS n
FROM beyond AS first_player
JOIN beyond AS second_player USING (hand_key, draw)
WHERE first_player.id < second_player.id
GROUP BY ALL
