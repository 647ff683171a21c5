-- Draws that both make: whether both stand pat more or less often together, each beyond their own habit after as many cards
-- drawn before, in units in which players of any habit vary alike.
WITH made AS (
    SELECT hand_key, draw, id, (drawn = 0)::INTEGER AS pat, [draw, least(coalesce(drawn_before, 9), 3)] AS spot
    FROM chosen_draws JOIN audited_players USING (player)
),
everybody AS (SELECT spot, avg(pat) AS rate FROM made GROUP BY spot),
habits AS (
    SELECT id, spot, greatest(0.05, least(0.95, (sum(pat) + 10 * any_value(rate)) / (count(*) + 10))) AS rate
    FROM made JOIN everybody USING (spot)
    GROUP BY id, spot
),
beyond AS (
    SELECT hand_key, draw, id, (pat - rate) / sqrt(rate * (1 - rate)) AS pat FROM made JOIN habits USING (id, spot)
)
SELECT hand_key, one.id AS first, two.id AS second, sum(one.pat * two.pat) AS x, count(*) AS w, NULL AS done, count(*) AS n
FROM beyond AS one
JOIN beyond AS two USING (hand_key, draw)
WHERE one.id < two.id
GROUP BY ALL
