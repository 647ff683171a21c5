-- title: Hour of the day in which a hand began
-- rows: hands

SELECT hand_key, strftime(in_zone(played_at), '%H') AS label, label AS place FROM counted_hands
