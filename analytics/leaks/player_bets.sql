-- All that the players did after the last draw, with cards seen. `acts` is null where
-- there were more than two, or too few chips.
SELECT
    (hash(chosen.hand_key) % $parts::UBIGINT)::INTEGER AS part,
    chosen.hand_key,
    chosen.seat,
    decision_line AS line,
    chosen.number,
    last_draw.drawers > 2 AS multiway,
    CASE WHEN last_two.first = chosen.seat THEN 0 ELSE 1 END AS place,
    least(last_draw.drawn, 2) AS player_drawn,
    least(opponent.drawn, 2) AS opponent_drawn,
    CASE last_two.last_bettor WHEN chosen.seat THEN 1 WHEN opponent.seat THEN 2 ELSE 0 END AS last_bettor,
    last_two.pot / seats.hand_big_bet AS pot,
    last_two.acts[1 : chosen.round_seq - 1] AS acts,
    CASE chosen.action WHEN 'check' THEN 'x' ELSE left(chosen.action::VARCHAR, 1) END AS act,
    coalesce(last_draw.held_after, '') AS held
FROM chosen_decisions AS chosen
SEMI JOIN hands_with_draws_shown USING (hand_key)
JOIN seats USING (hand_key, seat)
JOIN draws AS last_draw ON last_draw.hand_key = chosen.hand_key AND last_draw.draw = 3 AND last_draw.seat = chosen.seat
LEFT JOIN last_two ON last_two.hand_key = chosen.hand_key AND last_draw.drawers = 2
LEFT JOIN draws AS opponent ON opponent.hand_key = last_two.hand_key AND opponent.draw = 3 AND opponent.seat <> chosen.seat
WHERE chosen.round = 3 AND chosen.seen AND chosen.number IS NOT NULL
ORDER BY chosen.hand_key, line;
