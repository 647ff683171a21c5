-- title: Fold to bet
-- section: betting 40
-- sentence: folds to a bet {round}
-- definition: How often a player folds when exactly one bet is out, by betting round. In round 0 the bet is the big blind.
-- numerator: folds
-- denominator: decisions facing one bet that nobody raised
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, round, action = 'fold' AS is_made
    FROM chosen_decisions
    WHERE wagers = 1 AND to_call > 0
)
SELECT label, round, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round
ORDER BY label, round;
