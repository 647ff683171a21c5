-- A summary and the hands of its tournament state the price in one currency, or the hands name none, and not the same: a
-- row a summary. An amount without a fee is in a title and need not be the price: Full Tilt's `$10 Heads-Up Sit & Go`
-- costs $10 + $0.50, and a match of its `$26 Super Turbo Matrix` $5.
SELECT text_id, summary.site, summary.number, summary.path, summary.first_line AS line, summary.player,
    summary.buy_in_currency AS currency,
    summary.buy_in + coalesce(summary.buy_in_bounty, 0) + coalesce(summary.fee, 0) AS stated,
    hands.buy_in + coalesce(hands.buy_in_bounty, 0) + coalesce(hands.fee, 0) AS other,
    hand_id
FROM tournaments AS summary JOIN hands USING (site, tournament_id)
WHERE summary.match IS NULL AND hands.fee IS NOT NULL
    AND coalesce(hands.buy_in_currency, summary.buy_in_currency) = summary.buy_in_currency AND stated <> other
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
