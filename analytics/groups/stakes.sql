-- title: Stakes, by currency and betting structure
-- rows: hands

SELECT hand_key, stakes(currency, low_stake, high_stake, betting) AS label, (currency, high_stake, low_stake, betting) AS place FROM asked_hands
