-- title: Aggression factor
-- section: betting 10
-- definition: Bets and raises per call, by betting round. Acts are counted, not hands; posts do not count. Without a call the factor is undefined, not zero.
-- numerator: bets and raises
-- denominator: calls
-- parameters: none
-- chart: bars

WITH counted AS (
    SELECT label, round, count_if(is_wager(action))::BIGINT AS wagers, count_if(action = 'call')::BIGINT AS calls
    FROM chosen_decisions
    GROUP BY label, round
)
SELECT *, wagers / nullif(calls, 0) AS factor
FROM counted
ORDER BY label, round;
