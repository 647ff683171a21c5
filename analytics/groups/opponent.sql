-- title: Each opponent dealt in: a hand counts for all of them
-- rows: opponents
-- needs: all names

SELECT own.hand_key, own.seat, other.player AS label, label AS place
FROM named_seats AS own
JOIN counted_hands USING (hand_key)
JOIN named_seats AS other ON other.hand_key = own.hand_key AND other.seat <> own.seat AND other.dealt_in
WHERE own.dealt_in AND is_requested(own.player)
