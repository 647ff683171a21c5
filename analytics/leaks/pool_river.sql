-- The last bet or raise of each player of the pool after the last draw, with one opponent left.
WITH wagers AS (
    FROM chosen_decisions
    WHERE round = 3 AND live = 2 AND is_wager(action)
    QUALIFY row_number() OVER (PARTITION BY hand_key, seat ORDER BY seq DESC) = 1
)
SELECT
    (hash(hand_key) % $parts::UBIGINT)::INTEGER AS part,
    least(drawn, 2) AS theirs,
    least(fewest_drawn, 1) AS own,
    (raises > 0)::INTEGER AS raised,
    seats.folded_in IS NOT NULL AS folded,
    CASE WHEN seats.printed THEN seats.number END AS number,
    count(*) AS hands
FROM wagers JOIN seats USING (hand_key, seat)
WHERE drawn IS NOT NULL AND fewest_drawn IS NOT NULL
GROUP BY ALL;
