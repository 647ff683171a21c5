-- Hands in which the two were alone in a draw: the big bets that went from the first to the second, large ones cut.
WITH alone AS (
    SELECT DISTINCT hand_key, first, second
    FROM (
        SELECT hand_key, draw, min(player) AS first, max(player) AS second
        FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
    )
)
SELECT
    alone.hand_key,
    first,
    second,
    greatest(-8, least(8, (two.net - one.net) / 2 / one.hand_big_bet))::DOUBLE AS x,
    1.0::DOUBLE AS w
FROM alone
JOIN chosen_seats AS one ON one.hand_key = alone.hand_key AND one.player = first
JOIN chosen_seats AS two ON two.hand_key = alone.hand_key AND two.player = second
