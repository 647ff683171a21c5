-- title: Players dealt in
-- rows: hands

SELECT hand_key, players::VARCHAR AS label, players AS place FROM counted_hands
