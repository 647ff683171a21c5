-- The hands in which the player's cards were seen at the deal.
SELECT (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part, count(*) AS hands FROM chosen_seats WHERE dealt_seen GROUP BY part;
