-- title: PFR
-- section: entry 20, by position
-- sentence: raises before the first draw
-- definition: How often a player raises before the first draw, once or more. A walk or an all-in blind does not count.
-- numerator: hands with a raise in betting round 0
-- denominator: hands dealt in with a decision in betting round 0
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        is_wager(action) AND own_raises = 0 AS is_made,
        own_acts = 0 AS opportunity
    FROM chosen_decisions
    WHERE round = 0
)
SELECT label, unnest(rate(count_if(is_made), count_if(opportunity)))
FROM listed
GROUP BY label
ORDER BY label;
