-- The last bet or raise after the last draw of each hand, if the pool's and with one opponent left. Whoever called it saw
-- a hand that was bet; what is raised and then folded, or called, is another choice of hands, and left out.
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    least(drawn, 2) AS opponent_drawn,
    least(fewest_drawn, 1) AS player_drawn,
    (raises > 0)::INTEGER AS raised,
    FALSE AS folded,
    FALSE AS bet_last,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM chosen_decisions
JOIN seats USING (hand_key, seat)
SEMI JOIN (
    SELECT hand_key, max(seq) AS seq FROM decisions WHERE round = 3 AND is_wager(action) GROUP BY hand_key
) AS last USING (hand_key, seq)
WHERE round = 3 AND live = 2 AND is_wager(action) AND drawn IS NOT NULL AND fewest_drawn IS NOT NULL
GROUP BY ALL;
