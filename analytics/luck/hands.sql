-- The player's hands, with their cards where the text shows them at the deal.
SELECT
    hand_key,
    seat,
    seat_line AS line,
    hand_currency AS currency,
    net / hand_big_bet AS net,
    CASE WHEN dealt_seen THEN coalesce(dealt, '') ELSE '' END AS dealt,
    hands.players,
    left_of_button AS place
FROM chosen_seats
JOIN hands USING (hand_key)
ORDER BY hand_key, seat;
