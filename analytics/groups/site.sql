-- title: Site
-- rows: hands

SELECT hand_key, site AS label, site AS place FROM counted_hands
