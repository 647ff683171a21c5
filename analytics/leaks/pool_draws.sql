-- The players of the pool in each draw, by what others know of them, and what became of their hands. `number`: null
-- where the hand was not shown. `bet`: 1 they bet in the round before, 2 they raised after the first draw. `bet_last`: whether they made the last bet or raise after the last draw.
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    draw,
    least(drawn, 3) AS drawn,
    least(drawn_before, 3) AS drawn_before,
    CASE WHEN raised AND draw > 1 THEN 2 WHEN own_raises > 0 THEN 1 ELSE 0 END AS bet,
    (drawers = 2)::INTEGER AS heads_up,
    seats.folded_in IS NOT NULL AS folded,
    last.seat IS NOT NULL AS bet_last,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM chosen_draws
JOIN seats USING (hand_key, seat)
LEFT JOIN (
    SELECT hand_key, arg_max(seat, seq) AS seat FROM decisions WHERE round = 3 AND is_wager(action) GROUP BY hand_key
) AS last USING (hand_key, seat)
GROUP BY ALL;
