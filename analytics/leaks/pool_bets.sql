-- The players of the pool on rivers of two, by their first act where they are first, or checked to; and their hands where
-- that does not depend on them: `seen`, or first to be shown after a check behind or a call. Of the second who checks
-- behind, `shown` may depend on the hand: see where it is used. What the other does depends on their own cards.
SELECT
    (hash(chosen.hand_key) % $parts::UBIGINT)::INTEGER AS part,
    least(chosen.drawn, 2) AS player_drawn,
    least(opponent.drawn, 2) AS opponent_drawn,
    CASE last_two.last_bettor WHEN chosen.seat THEN 1 WHEN opponent.seat THEN 2 ELSE 0 END AS last_bettor,
    (last_two.first <> chosen.seat)::INTEGER AS place,
    (CASE WHEN last_two.first = chosen.seat THEN acts[1] ELSE acts[2] END = 'b')::INTEGER AS bet,
    chosen.seen AND chosen.number_after IS NOT NULL AS seen,
    CASE
        WHEN chosen.seen THEN chosen.number_after
        WHEN seats.printed AND acts IN ('xx', CASE WHEN last_two.first = chosen.seat THEN 'bc' ELSE 'xbc' END)
            THEN seats.number
    END AS number,
    count(*) AS hands
FROM chosen_draws AS chosen
JOIN last_two USING (hand_key)
JOIN draws AS opponent ON opponent.hand_key = chosen.hand_key AND opponent.draw = 3 AND opponent.seat <> chosen.seat
JOIN seats ON seats.hand_key = chosen.hand_key AND seats.seat = chosen.seat
WHERE chosen.draw = 3 AND chosen.drawers = 2 AND (last_two.first = chosen.seat OR acts[1] = 'x')
GROUP BY ALL;
