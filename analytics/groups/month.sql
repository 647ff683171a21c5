-- title: Month, UTC
-- rows: hands

SELECT hand_key, strftime(played_at, '%Y-%m') AS label, strftime(played_at, '%Y-%m') AS place FROM asked_hands
