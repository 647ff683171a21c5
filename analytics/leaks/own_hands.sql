-- The hands in which the player's cards were seen at the deal, up to the hash `last`.
SELECT (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part, count(*) AS hands
FROM chosen_seats SEMI JOIN told_hands USING (hand_key)
WHERE dealt_seen AND hash(hand_key, 1) <= $last::UBIGINT
GROUP BY part;
