-- The player of a summary finished in another place by the hands, or with another prize. Not where they entered again:
-- then the hands have a place for each entry.
SELECT text_id, summary.site, summary.number, summary.path, summary.first_line AS line, summary.player,
    summary.prize_currency AS currency, summary.place AS stated, tournament_place AS other, summary.prize, tournament_prize AS won,
    hand_id
FROM tournaments AS summary
JOIN hands USING (site, tournament_id)
JOIN seats ON seats.hand_key = hands.hand_key AND seats.player = summary.player AND tournament_place IS NOT NULL
WHERE summary.match IS NULL AND coalesce(summary.own_reentries, 0) = 0 AND (
    summary.place <> tournament_place
    OR (summary.prize <> tournament_prize AND coalesce(hands.buy_in_currency, summary.prize_currency) = summary.prize_currency)
)
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
