-- title: Aggression frequency
-- section: betting 20
-- sentence: bets or raises instead of calling or folding {round}
-- definition: Share of bets and raises among all acts except checks, by betting round. Acts are counted, not hands; posts do not count.
-- numerator: bets and raises
-- denominator: bets, raises, calls and folds
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, round, is_wager(action) AS is_made
    FROM chosen_decisions
    WHERE action <> 'check'
)
SELECT label, round, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round
ORDER BY label, round;
