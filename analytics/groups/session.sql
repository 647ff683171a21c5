-- title: Session, by the start of its first hand
-- rows: hands
-- needs: all names

SELECT hand_key, strftime(in_zone(began), '%Y-%m-%d %H:%M') AS label, began AS place
FROM counted_hands
LEFT JOIN (SELECT DISTINCT hand_key, began FROM attended JOIN sessions USING (session_owner, half_hour)) USING (hand_key)
