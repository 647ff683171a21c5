-- title: Aggression factor
-- section: betting 10
-- definition: Bets and raises per call, by betting round. Acts are counted, not hands; posts do not count. Without a call the factor is undefined, not zero.
-- numerator: bets and raises
-- denominator: calls
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        round,
        is_wager(action) AS wagers,
        action = 'call' AS calls,
        is_wager(action) OR action = 'call' AS opportunity
    FROM chosen_decisions
),
counted AS (
    SELECT label, round, count_if(wagers)::BIGINT AS wagers, count_if(calls)::BIGINT AS calls
    FROM listed
    GROUP BY label, round
)
SELECT *, wagers / nullif(calls, 0) AS factor
FROM counted
ORDER BY label, round;
