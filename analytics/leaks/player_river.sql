-- The player's calls and folds after the last draw, facing a bet or raise of the only opponent left, with cards seen.
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    hand_key,
    chosen.seat,
    decision_line AS line,
    chosen.number,
    chosen.action = 'call' AS called,
    (chosen.pot - greatest(chosen.to_call - chosen.stack_behind, 0)) / seats.hand_big_bet AS pot,
    least(chosen.to_call, chosen.stack_behind) / seats.hand_big_bet AS to_call,
    least(opponent.drawn, 2) AS opponent_drawn,
    least(chosen.drawn, 1) AS player_drawn,
    (chosen.raises > 1)::INTEGER AS raised,
    coalesce(last.held_after, '') AS held
FROM chosen_decisions AS chosen
SEMI JOIN hands_with_draws_shown USING (hand_key)
JOIN seats USING (hand_key, seat)
JOIN draws AS opponent ON opponent.hand_key = chosen.hand_key AND opponent.draw = 3 AND opponent.player = chosen.aggressor
JOIN draws AS last ON last.hand_key = chosen.hand_key AND last.draw = 3 AND last.seat = chosen.seat
WHERE chosen.round = 3 AND chosen.to_call > 0 AND chosen.live = 2 AND chosen.seen AND chosen.number IS NOT NULL
    AND chosen.action IN ('call', 'fold') AND chosen.drawn IS NOT NULL AND chosen.aggressor <> chosen.player
ORDER BY hand_key, line;
