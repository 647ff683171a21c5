-- title: Fold to steal
-- section: entry 100
-- sentence: folds the {blind} to a steal
-- definition: How often a blind folds when somebody steals. This is the blind's first response to an open raise from CO, BTN or SB, with only folds in between; a small blind's steal counts against the big blind. Fold, call and 3-bet have the same chances.
-- numerator: folds
-- denominator: steals faced in the blinds
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, position AS blind, action = 'fold' AS is_made
    FROM steals_faced
)
SELECT label, blind, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, blind
ORDER BY label, blind;
