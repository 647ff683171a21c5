-- The player's hands, and whether their cards were seen at the deal.
SELECT hand_key, seat, (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part, dealt_seen
FROM chosen_seats SEMI JOIN hands_with_draws_shown USING (hand_key);
