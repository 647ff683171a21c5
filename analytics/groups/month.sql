-- title: Month
-- rows: hands

SELECT hand_key, strftime(in_zone(played_at), '%Y-%m') AS label, label AS place FROM counted_hands
