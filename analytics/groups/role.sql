-- title: Role before the first draw
-- rows: players

SELECT hand_key, seat, coalesce(role::VARCHAR, 'not in') AS label, role IS NULL AS none, (none, role) AS place
FROM named_seats JOIN counted_hands USING (hand_key)
WHERE dealt_in AND is_requested(player)
