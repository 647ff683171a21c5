-- title: Lead into the raiser
-- section: betting 80
-- sentence: leads into the raiser {round}
-- definition: How often a player bets at their first decision after a draw when nobody has bet and the opponent who made the last bet or raise of the round before has yet to act.
-- numerator: bets
-- denominator: hands with a first decision with nothing to call, the last aggressor of the round before still to act
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, round, is_wager(action) AS is_made
    FROM chosen_decisions
    JOIN (SELECT hand_key, round, seq AS raiser_seq FROM decisions WHERE led AND own_acts = 0) USING (hand_key, round)
    WHERE own_acts = 0 AND to_call = 0 AND seq < raiser_seq
)
SELECT label, round, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round
ORDER BY label, round;
