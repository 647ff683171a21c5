-- The currencies of the hands with the player's cards seen at the deal, that of most hands first.
SELECT hand_currency AS currency, count(DISTINCT hand_key) AS hands
FROM chosen_seats SEMI JOIN hands_with_draws_shown USING (hand_key)
WHERE dealt_seen
GROUP BY currency
ORDER BY hands DESC, currency;
