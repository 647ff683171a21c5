-- title: Stakes, by currency and betting structure
-- rows: hands

SELECT hand_key, stakes AS label, (currency, high_stake, low_stake, betting) AS place FROM counted_hands
