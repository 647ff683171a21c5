-- title: Cold call
-- section: entry 75
-- sentence: calls a {facing} cold
-- definition: How often a player who posted nothing calls at their first decision before the first draw when somebody has raised: a raise (the second bet, the big blind being the first), or a 3-bet and more.
-- numerator: calls
-- denominator: first decisions before the first draw facing a raise, nothing posted
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        CASE WHEN raises = 1 THEN 'raise' ELSE '3-bet' END AS facing,
        action = 'call' AS is_made
    FROM chosen_decisions
    WHERE round = 0 AND own_acts = 0 AND post IS NULL AND raises > 0 AND to_call > 0
)
SELECT label, facing, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, facing
ORDER BY label, facing DESC;
