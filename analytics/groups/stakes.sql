-- title: Stakes, by currency and betting structure
-- rows: hands

SELECT hand_key, stakes(currency, low, high, betting) AS label, (currency, high, low, betting) AS place FROM asked_hands
