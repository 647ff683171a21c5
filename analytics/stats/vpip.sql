-- title: VPIP
-- section: entry 10, by position
-- sentence: puts chips into the pot before the first draw
-- definition: How often a player voluntarily puts chips into the pot before the first draw. Completing the small blind is voluntary; a post or a new player's check is not. A walk or an all-in blind does not count.
-- numerator: hands with a call, bet or raise in betting round 0
-- denominator: hands dealt in with a decision in betting round 0
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        action IN ('call', 'bet', 'raise') AND own_calls + own_raises = 0 AS is_made,
        own_acts = 0 AS opportunity
    FROM chosen_decisions
    WHERE round = 0
)
SELECT label, unnest(rate(count_if(is_made), count_if(opportunity)))
FROM listed
GROUP BY label
ORDER BY label;
