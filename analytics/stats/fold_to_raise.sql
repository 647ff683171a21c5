-- title: Fold to raise
-- section: betting 50
-- sentence: folds to a {facing} {round}
-- definition: How often a player folds when their bet or raise is raised, at their next decision, by betting round. Before the first draw by what they face: a 3-bet, a 4-bet and so on, the big blind being the first; after it a raise of their bet, or a re-raise of their raise. A blind is not a bet of their own.
-- numerator: folds
-- denominator: own bets and raises that were raised, with a decision after
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        round,
        CASE WHEN round = 0 THEN greatest(bets, 3) || '-bet' WHEN own_last = 'bet' THEN 'raise' ELSE 're-raise' END AS facing,
        action = 'fold' AS is_made
    FROM chosen_decisions
    WHERE is_wager(own_last) AND to_call > 0
)
SELECT label, round, facing, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round, facing
ORDER BY label, round, facing;
