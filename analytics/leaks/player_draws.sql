-- The players' draws with cards seen as they were held, before any reshuffle.
-- `known`: of each opponent, the cards they drew before in this draw, or 4 more than those they drew in the draw before
-- it; 8 more if they bet between, 16 if they raised after the first draw; 24 more if they are the only one.
-- `stayed`: how many opponents never folded.
-- `pot`: what the player can win of it; who is all-in, from everybody no more than they put in themselves.
WITH known AS (
    SELECT
        chosen.hand_key,
        chosen.draw,
        chosen.seat,
        list(
            CASE WHEN opponent.draw_seq < chosen.draw_seq THEN least(opponent.drawn, 3)
            ELSE 4 + least(coalesce(opponent.drawn_before, 0), 3) END
            + CASE WHEN opponent.raised AND chosen.draw > 1 THEN 16 WHEN opponent.own_raises > 0 THEN 8 ELSE 0 END
            + CASE WHEN opponent.drawers = 2 THEN 24 ELSE 0 END
        ) AS known,
        count_if(seats.folded_in IS NULL) AS stayed
    FROM chosen_draws AS chosen
    JOIN draws AS opponent ON opponent.hand_key = chosen.hand_key AND opponent.draw = chosen.draw AND opponent.seat <> chosen.seat
    JOIN seats ON seats.hand_key = opponent.hand_key AND seats.seat = opponent.seat
    WHERE chosen.seen AND chosen.reshuffles = 0
    GROUP BY chosen.hand_key, chosen.draw, chosen.seat
),
main_pot AS (
    SELECT chosen.hand_key, chosen.seat, sum(least(seat_in_hand.contributed, chosen.contributed)) AS chips
    FROM seats AS chosen
    JOIN seats AS seat_in_hand USING (hand_key)
    WHERE chosen.all_in
    GROUP BY chosen.hand_key, chosen.seat
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
SEMI JOIN hands_with_draws_shown USING (hand_key)
JOIN seats USING (hand_key, seat)
LEFT JOIN main_pot USING (hand_key, seat)
WHERE seen AND held_before IS NOT NULL
ORDER BY hand_key, draw, seat;
