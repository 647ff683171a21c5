-- title: Day of the week on which a hand began
-- rows: hands

SELECT hand_key, dayname(in_zone(played_at)) AS label, isodow(in_zone(played_at)) AS place FROM counted_hands
