-- The two players left after the last draw, if the one drew `drawn` cards, or two or more, and what became of their hand.
-- `number`: null where it was not shown. `bet_last`: whether they made the last bet or raise after that draw.
SELECT
    least(theirs.drawn, 2) AS theirs,
    seats.folded_in IS NOT NULL AS folded,
    last.seat IS NOT NULL AS bet_last,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM chosen_draws AS own
JOIN draws AS theirs ON theirs.hand_key = own.hand_key AND theirs.draw = own.draw AND theirs.seat <> own.seat
JOIN seats ON seats.hand_key = own.hand_key AND seats.seat = own.seat
LEFT JOIN (
    SELECT hand_key, arg_max(seat, seq) AS seat FROM decisions WHERE round = 3 AND is_wager(action) GROUP BY hand_key
) AS last ON last.hand_key = own.hand_key AND last.seat = own.seat
WHERE own.draw = 3 AND own.drawers = 2 AND least(own.drawn, 2) = $drawn
GROUP BY ALL;
