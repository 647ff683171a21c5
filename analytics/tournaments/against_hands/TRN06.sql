-- A summary and the hands of its tournament state the price in one currency, or the hands name none, and not the same: a
-- row a summary. An amount without a fee is in a title and need not be the price: Full Tilt's `$10 Heads-Up Sit & Go`
-- costs $10 + $0.50, and a match of its `$26 Super Turbo Matrix` $5.
SELECT text_id, told.site, told.number, told.path, told.first_line AS line, told.player,
    told.buy_in_currency AS currency,
    told.buy_in + coalesce(told.buy_in_bounty, 0) + coalesce(told.fee, 0) AS stated,
    hands.buy_in + coalesce(hands.buy_in_bounty, 0) + coalesce(hands.fee, 0) AS other,
    hand_id
FROM tournaments AS told JOIN hands USING (site, tournament_id)
WHERE told.match IS NULL AND hands.fee IS NOT NULL AND coalesce(hands.buy_in_currency, told.buy_in_currency) = told.buy_in_currency AND stated <> other
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
