-- Answers to a bet or raise of another player: who answers whom, and in which spot. `rough` has what decides most: the round, how
-- many are left, and what both drew; `spot` also the price, the raises, the position, and what they did before.
CREATE OR REPLACE TEMP VIEW answers AS
SELECT
    decisions.hand_key,
    acting.id AS first,
    betting.id AS second,
    round,
    (action = 'fold')::TINYINT AS folds,
    (action = 'raise')::TINYINT AS raises,
    may_raise,
    round::INTEGER * 100 + least(live, 4) * 20 + least(coalesce(drawn, 0), 3) * 4 + least(coalesce(fewest_drawn, 0), 2) AS rough,
    rough * 100
    + least(own_acts, 1) * 50 + (round = 0 AND decisions.post IS NOT NULL)::INTEGER * 25 + decisions.in_position::INTEGER * 12
    + (to_call > unit)::INTEGER * 6 + least(bets, 3) AS spot
FROM chosen_decisions AS decisions
JOIN audited_players AS acting USING (player)
JOIN chosen_seats AS leads ON leads.hand_key = decisions.hand_key AND leads.position = decisions.aggressor_position
JOIN audited_players AS betting ON betting.player = leads.player
WHERE to_call > 0 AND aggressor IS NOT NULL;
