-- The player's hands, and whether their cards were seen at the deal.
SELECT hand_key, seat, (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part, dealt_seen
FROM chosen_seats SEMI JOIN told_hands USING (hand_key);
