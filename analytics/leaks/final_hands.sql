-- The two players left after the last draw, if the one drew `drawn` cards, or two or more, and what became of their hand.
-- `number`: null where it was not shown.
SELECT
    least(theirs.drawn, 2) AS theirs,
    seats.folded_in IS NOT NULL AS folded,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM chosen_draws AS own
JOIN draws AS theirs ON theirs.hand_key = own.hand_key AND theirs.draw = own.draw AND theirs.seat <> own.seat
JOIN seats ON seats.hand_key = own.hand_key AND seats.seat = own.seat
WHERE own.draw = 3 AND own.drawers = 2 AND least(own.drawn, 2) = $drawn
GROUP BY ALL;
