-- title: Each opponent dealt in: a hand counts for all of them
-- rows: opponents
-- needs: all names

SELECT player_seat.hand_key, player_seat.seat, opponent_seat.player AS label, label AS place
FROM named_seats AS player_seat
JOIN counted_hands USING (hand_key)
JOIN named_seats AS opponent_seat
    ON opponent_seat.hand_key = player_seat.hand_key AND opponent_seat.seat <> player_seat.seat AND opponent_seat.dealt_in
WHERE player_seat.dealt_in AND is_requested(player_seat.player)
