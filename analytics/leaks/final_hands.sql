-- The two players left after the last draw, if the one drew `drawn` cards, or two or more, and what became of their hand.
-- `number`: null where it was not shown. `bet_last`: whether they made the last bet or raise after that draw.
SELECT
    least(opponent.drawn, 2) AS opponent_drawn,
    seats.folded_in IS NOT NULL AS folded,
    last.seat IS NOT NULL AS bet_last,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM chosen_draws AS chosen
JOIN draws AS opponent ON opponent.hand_key = chosen.hand_key AND opponent.draw = chosen.draw AND opponent.seat <> chosen.seat
JOIN seats ON seats.hand_key = chosen.hand_key AND seats.seat = chosen.seat
LEFT JOIN (
    SELECT hand_key, arg_max(seat, seq) AS seat FROM decisions WHERE round = 3 AND is_wager(action) GROUP BY hand_key
) AS last ON last.hand_key = chosen.hand_key AND last.seat = chosen.seat
WHERE chosen.draw = 3 AND chosen.drawers = 2 AND least(chosen.drawn, 2) = $drawn
GROUP BY ALL;
