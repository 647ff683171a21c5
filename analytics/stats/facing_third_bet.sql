-- title: Facing a third bet
-- section: more 40
-- definition: What a player does facing three bets in a round, by what they had done in it: bet or raised, called, or put nothing in but a blind or a check. Before the first draw the big blind is the first bet. The three shares add up to one.
-- numerator: decisions of that kind
-- denominator: decisions with three bets and raises out in the round and something to call
-- outcome: action
-- parameters: none
-- chart: none

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        round,
        CASE WHEN own_raises > 0 THEN 'raised' WHEN own_calls > 0 THEN 'called' ELSE 'not in yet' END AS had,
        act_word(action, 'raise') AS action
    FROM chosen_decisions
    WHERE wagers = 3 AND to_call > 0
),
counted AS (
    SELECT label, round, had, count(*) AS chances,
        unnest(counts(histogram(action), ['fold', 'call', 'raise']), recursive := true)
    FROM listed
    GROUP BY label, round, had
)
SELECT label, round, had, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, round, array_position(['raised', 'called', 'not in yet'], had), place;
