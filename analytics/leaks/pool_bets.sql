-- The players of the pool on rivers of two, by their first act where they are first, or checked to; and their hands where
-- that does not depend on them: `seen`, or first to be shown after a check behind or a call. Of the second who checks
-- behind, `shown` may depend on the hand: see where it is used. What the other does depends on their own cards.
SELECT
    (hash(own.hand_key) % $parts::UBIGINT)::INTEGER AS part,
    least(own.drawn, 2) AS own,
    least(theirs.drawn, 2) AS theirs,
    CASE last_two.before WHEN own.seat THEN 1 WHEN theirs.seat THEN 2 ELSE 0 END AS before,
    (last_two.first <> own.seat)::INTEGER AS place,
    (CASE WHEN last_two.first = own.seat THEN acts[1] ELSE acts[2] END = 'b')::INTEGER AS bet,
    own.seen AND own.number_after IS NOT NULL AS seen,
    CASE
        WHEN own.seen THEN own.number_after
        WHEN seats.printed AND acts IN ('xx', CASE WHEN last_two.first = own.seat THEN 'bc' ELSE 'xbc' END)
            THEN seats.number
    END AS number,
    count(*) AS hands
FROM chosen_draws AS own
JOIN last_two USING (hand_key)
JOIN draws AS theirs ON theirs.hand_key = own.hand_key AND theirs.draw = 3 AND theirs.seat <> own.seat
JOIN seats ON seats.hand_key = own.hand_key AND seats.seat = own.seat
WHERE own.draw = 3 AND own.drawers = 2 AND (last_two.first = own.seat OR acts[1] = 'x')
GROUP BY ALL;
