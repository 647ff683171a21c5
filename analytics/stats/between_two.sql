-- title: Between two
-- section: more 30
-- definition: What a player does after a draw facing a bet or raise with an opponent behind who has yet to answer it. Hands in which an opponent left is all-in are not counted. The three shares add up to one.
-- numerator: decisions of that kind
-- denominator: decisions facing a bet or raise in betting rounds 1 to 3 with somebody behind who has yet to answer it, nobody else all-in
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
        act_word(action, 'raise') AS action
    FROM chosen_decisions
    WHERE round > 0 AND to_call > 0 AND all_ins = 0 AND live - 2 > callers
),
counted AS (
    SELECT label, round, count(*) AS chances,
        unnest(counts(histogram(action), ['fold', 'call', 'raise']), recursive := true)
    FROM listed
    GROUP BY label, round
)
SELECT label, round, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, round, place;
