-- title: Opponent in heads-up pots: the only other player who reached the first draw
-- rows: opponents
-- needs: all names

SELECT player_seat.hand_key, player_seat.seat, opponent_seat.player AS label, label AS place
FROM named_seats AS player_seat
JOIN (SELECT hand_key FROM draws JOIN counted_hands USING (hand_key) WHERE draw = 1 GROUP BY hand_key HAVING count(*) = 2)
    USING (hand_key)
JOIN named_seats AS opponent_seat
    ON opponent_seat.hand_key = player_seat.hand_key AND opponent_seat.seat <> player_seat.seat AND opponent_seat.drawn1 IS NOT NULL
WHERE player_seat.drawn1 IS NOT NULL AND is_requested(player_seat.player)
