-- title: Call a steal
-- section: entry 110
-- sentence: calls steals in the {blind}
-- definition: How often a blind calls when somebody steals. This is the blind's first response to an open raise from CO, BTN or SB, with only folds in between; a small blind's steal counts against the big blind. Fold, call and 3-bet have the same chances.
-- numerator: calls
-- denominator: steals faced in the blinds
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, position AS blind, action = 'call' AS is_made
    FROM steals_faced
)
SELECT label, blind, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, blind
ORDER BY label, blind;
