-- The player of a summary finished in another place by the hands, or with another prize. Not where they entered again:
-- then the hands have a place for each entry.
SELECT text_id, told.site, told.number, told.path, told.first_line AS line, told.player,
    told.prize_currency AS currency, told.place AS stated, tournament_place AS other, told.prize, tournament_prize AS won,
    hand_id
FROM tournaments AS told
JOIN hands USING (site, tournament_id)
JOIN seats ON seats.hand_key = hands.hand_key AND seats.player = told.player AND tournament_place IS NOT NULL
WHERE told.match IS NULL AND coalesce(told.own_reentries, 0) = 0 AND (
    told.place <> tournament_place
    OR (told.prize <> tournament_prize AND coalesce(hands.buy_in_currency, told.prize_currency) = told.prize_currency)
)
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
