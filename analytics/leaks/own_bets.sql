-- All that the players did after the last draw, with cards seen. `acts` is null where
-- there were more than two, or too few chips.
SELECT
    (hash(own.hand_key) % $parts::UBIGINT)::INTEGER AS part,
    own.hand_key,
    own.seat,
    decision_line AS line,
    own.number,
    last.drawers > 2 AS multiway,
    CASE WHEN last_two.first = own.seat THEN 0 ELSE 1 END AS place,
    least(last.drawn, 2) AS own,
    least(theirs.drawn, 2) AS theirs,
    CASE last_two.before WHEN own.seat THEN 1 WHEN theirs.seat THEN 2 ELSE 0 END AS before,
    last_two.pot / seats.hand_big_bet AS pot,
    last_two.acts[1 : own.round_seq - 1] AS acts,
    CASE own.action WHEN 'check' THEN 'x' ELSE left(own.action::VARCHAR, 1) END AS act,
    coalesce(last.held_after, '') AS held
FROM chosen_decisions AS own
SEMI JOIN told_hands USING (hand_key)
JOIN seats USING (hand_key, seat)
JOIN draws AS last ON last.hand_key = own.hand_key AND last.draw = 3 AND last.seat = own.seat
LEFT JOIN last_two ON last_two.hand_key = own.hand_key AND last.drawers = 2
LEFT JOIN draws AS theirs ON theirs.hand_key = last_two.hand_key AND theirs.draw = 3 AND theirs.seat <> own.seat
WHERE own.round = 3 AND own.seen AND own.number IS NOT NULL
ORDER BY own.hand_key, line;
