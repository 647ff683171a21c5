-- Hands in which the two were alone in a draw: the big bets that went from the first to the second, large ones cut.
WITH alone AS (
    SELECT DISTINCT hand_key, one, two
    FROM (
        SELECT hand_key, draw, min(player) AS one, max(player) AS two
        FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
    )
)
SELECT
    alone.hand_key,
    losing.id AS first,
    winning.id AS second,
    greatest(-8, least(8, (b.net - a.net) / 2 / a.hand_big_bet)) AS x,
    1 AS w,
    NULL AS done,
    1 AS n
FROM alone
JOIN chosen_seats AS a ON a.hand_key = alone.hand_key AND a.player = one
JOIN chosen_seats AS b ON b.hand_key = alone.hand_key AND b.player = two
JOIN audited_players AS losing ON losing.player = one
JOIN audited_players AS winning ON winning.player = two
