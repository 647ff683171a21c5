-- What follows, for every draw, from what was recorded, the seats and the decisions: by window functions over all hands.
-- Players are told apart by name, as for decisions.
WITH base AS (
    SELECT d.hand_key, draw, draw_seq, player, draw_line, drawn, held_after,
        s.position, s.hero, post, s.printed AS seat_printed, s.cards AS seat_cards,
        lag(draw) OVER own AS last_draw, lag(drawn) OVER own AS last_drawn
    FROM draws AS d JOIN seats AS s USING (hand_key, seat, player)
    WINDOW own AS (PARTITION BY d.hand_key, player ORDER BY draw)
),
drawing AS (
    SELECT *, CASE WHEN last_draw = draw - 1 THEN last_drawn END AS drawn_before FROM base
),
of_round AS (
    SELECT hand_key, player, round + 1 AS draw,
        count(*) FILTER (action = 'check') AS own_checks,
        count(*) FILTER (action = 'call') AS own_calls,
        count(*) FILTER (action IN ('bet', 'raise')) AS own_raises,
        bool_or(action = 'raise') AS raised,
        bool_or(action IN ('bet', 'raise') AND own_last IS NOT DISTINCT FROM 'check') AS check_raised,
        max(wagers) AS faced
    FROM decisions GROUP BY ALL
),
of_hand AS (
    SELECT hand_key, player,
        bool_or(round = 0 AND action IN ('bet', 'raise')) AS wagered,
        bool_or(round = 0 AND action IN ('bet', 'raise') AND raises = 0) AS opened
    FROM decisions GROUP BY ALL
)
SELECT hand_key, draw, row_number() OVER (PARTITION BY hand_key, draw ORDER BY draw_line, draw_seq) AS draw_seq,
    position, hero,
    CASE
        WHEN wagered AND opened THEN 'opener' WHEN wagered THEN '3-bettor' WHEN post IS NOT NULL THEN 'blind' ELSE 'caller'
    END AS role,
    min(drawn) OVER before AS fewest_before,
    max(drawn) OVER before AS most_before,
    drawn_before,
    min(drawn_before) OVER beside AS fewest_previous,
    max(drawn_before) OVER beside AS most_previous,
    coalesce(own_checks, 0) AS own_checks,
    coalesce(own_calls, 0) AS own_calls,
    coalesce(own_raises, 0) AS own_raises,
    coalesce(raised, false) AS raised,
    coalesce(check_raised, false) AS check_raised,
    faced,
    (
        SELECT count(*) FROM decisions AS later WHERE later.hand_key = drawing.hand_key AND later.player = drawing.player
            AND later.round >= drawing.draw AND later.action IN ('bet', 'raise')
    ) AS wagers_after,
    seat_printed AND coalesce(held_after = seat_cards, false) AS printed
FROM drawing LEFT JOIN of_round USING (hand_key, player, draw) LEFT JOIN of_hand USING (hand_key, player)
WINDOW before AS (
        PARTITION BY hand_key, draw ORDER BY draw_seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ),
    beside AS (
        PARTITION BY hand_key, draw ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW
    )
