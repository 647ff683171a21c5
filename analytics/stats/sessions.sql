-- title: Sessions
-- section: results 60
-- definition: Results by session and currency, all stakes together. A gap of 30 minutes between the starts of two hands, at whatever table, begins a new one. Times are UTC; hands without a time are in none.
-- numerator: chips collected less chips put in
-- denominator: hands dealt in
-- parameters: none
-- chart: bars

SELECT
    label,
    began,
    max(played_at) AS last_hand,
    date_diff('minute', began, max(played_at)) AS minutes,
    currency,
    count(*) AS hands,
    sum(net)::BIGINT AS net,
    sum(net / big_bet) AS big_bets
FROM chosen_seats JOIN sessions USING (hand_key)
GROUP BY label, began, currency
ORDER BY label, began, currency;
