-- title: Over-limp
-- section: entry 50
-- sentence: limps behind limpers
-- definition: How often a player calls behind limpers: at their first decision somebody had called, nobody had raised, and there was something to call.
-- numerator: calls behind limpers
-- denominator: first decisions with a call and no raise before, and something to call
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, action = 'call' AS is_made
    FROM chosen_decisions
    WHERE round = 0 AND own_acts = 0 AND raises = 0 AND calls > 0 AND to_call > 0
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
