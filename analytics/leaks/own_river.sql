-- The player's calls and folds after the last draw, facing a bet or raise of the only opponent left, with cards seen.
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    hand_key,
    own.seat,
    decision_line AS line,
    own.number,
    own.action = 'call' AS called,
    (own.pot - greatest(own.to_call - own.stack_behind, 0)) / seats.hand_big_bet AS pot,
    least(own.to_call, own.stack_behind) / seats.hand_big_bet AS to_call,
    least(theirs.drawn, 2) AS theirs,
    least(own.drawn, 1) AS own,
    (own.raises > 1)::INTEGER AS raised,
    coalesce(last.held_after, '') AS held
FROM chosen_decisions AS own
SEMI JOIN told_hands USING (hand_key)
JOIN seats USING (hand_key, seat)
JOIN draws AS theirs ON theirs.hand_key = own.hand_key AND theirs.draw = 3 AND theirs.player = own.aggressor
JOIN draws AS last ON last.hand_key = own.hand_key AND last.draw = 3 AND last.seat = own.seat
WHERE own.round = 3 AND own.to_call > 0 AND own.live = 2 AND own.seen AND own.number IS NOT NULL
    AND own.action IN ('call', 'fold') AND own.drawn IS NOT NULL AND own.aggressor <> own.player
ORDER BY hand_key, line;
