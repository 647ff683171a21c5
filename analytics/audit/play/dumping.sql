-- Hands in which the two were alone in a draw: the big bets that went from the first to the second, large ones cut.
WITH heads_up_hands AS (
    SELECT DISTINCT hand_key, losing_name, winning_name
    FROM (
        SELECT hand_key, draw, min(player) AS losing_name, max(player) AS winning_name
        FROM chosen_draws WHERE drawers = 2 GROUP BY hand_key, draw
    )
)
SELECT
    heads_up_hands.hand_key,
    losing.id AS first,
    winning.id AS second,
    greatest(-8, least(8, (winning_seat.net - losing_seat.net) / 2 / losing_seat.hand_big_bet)) AS x,
    1 AS w,
    NULL AS done,
    1 AS n
FROM heads_up_hands
JOIN chosen_seats AS losing_seat ON losing_seat.hand_key = heads_up_hands.hand_key AND losing_seat.player = losing_name
JOIN chosen_seats AS winning_seat ON winning_seat.hand_key = heads_up_hands.hand_key AND winning_seat.player = winning_name
JOIN audited_players AS losing ON losing.player = losing_name
JOIN audited_players AS winning ON winning.player = winning_name
