-- The players' draws with cards seen as they were held, before any reshuffle.
-- `known`: of each opponent, the cards they drew before in this draw, or 4 more than those they drew in the draw before
-- it; 8 more if they bet between, 16 if they raised after the first draw; 24 more if they are the only one.
-- `stayed`: how many opponents never folded.
-- `pot`: what the player can win of it; who is all-in, from everybody no more than they put in themselves.
WITH known AS (
    SELECT
        own.hand_key,
        own.draw,
        own.seat,
        list(
            CASE WHEN theirs.draw_seq < own.draw_seq THEN least(theirs.drawn, 3)
            ELSE 4 + least(coalesce(theirs.drawn_before, 0), 3) END
            + CASE WHEN theirs.raised AND own.draw > 1 THEN 16 WHEN theirs.own_raises > 0 THEN 8 ELSE 0 END
            + CASE WHEN theirs.drawers = 2 THEN 24 ELSE 0 END
        ) AS known,
        count_if(seats.folded_in IS NULL) AS stayed
    FROM chosen_draws AS own
    JOIN draws AS theirs ON theirs.hand_key = own.hand_key AND theirs.draw = own.draw AND theirs.seat <> own.seat
    JOIN seats ON seats.hand_key = theirs.hand_key AND seats.seat = theirs.seat
    WHERE own.seen AND own.reshuffles = 0
    GROUP BY own.hand_key, own.draw, own.seat
),
main_pot AS (
    SELECT own.hand_key, own.seat, sum(least(every.contributed, own.contributed)) AS chips
    FROM seats AS own
    JOIN seats AS every USING (hand_key)
    WHERE own.all_in
    GROUP BY own.hand_key, own.seat
)
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    hand_key,
    seat,
    draw_line AS line,
    draw,
    held_before AS held,
    coalesce(thrown, '') AS thrown,
    draw > 1 AND own_raises > 0 AND NOT led AS was_raised,
    least(pot, CASE WHEN chosen_draws.all_in THEN main_pot.chips END) / seats.hand_big_bet AS pot,
    known,
    stayed
FROM chosen_draws
JOIN known USING (hand_key, draw, seat)
SEMI JOIN told_hands USING (hand_key)
JOIN seats USING (hand_key, seat)
LEFT JOIN main_pot USING (hand_key, seat)
WHERE seen AND held_before IS NOT NULL
ORDER BY hand_key, draw, seat;
