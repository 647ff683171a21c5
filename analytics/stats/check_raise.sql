-- title: Check-raise
-- section: betting 30
-- sentence: check-raises {round}
-- definition: How often a player who checked raises when somebody bets after them, by betting round. A draw between two rounds is not an act.
-- numerator: raises right after a check
-- denominator: checks after which they faced a bet in the same round
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, round, is_wager(action) AS is_made
    FROM chosen_decisions
    WHERE own_last = 'check' AND to_call > 0
)
SELECT label, round, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round
ORDER BY label, round;
