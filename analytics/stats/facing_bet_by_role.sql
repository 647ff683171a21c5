-- title: Facing a bet, by role
-- section: more 20
-- definition: What a player does at their first decision facing a bet after a draw, having checked or not acted yet, by their role before the first draw. A check-raise is a raise. The three shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a draw and a bet faced in the betting round after it before any of their own
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
        role,
        act_word(action, 'raise') AS action
    FROM bets_after_draw JOIN (SELECT hand_key, seat, role FROM seats) USING (hand_key, seat)
),
counted AS (
    SELECT label, round, role, count(*) AS chances,
        unnest(counts(histogram(action), ['fold', 'call', 'raise']), recursive := true)
    FROM listed
    GROUP BY label, round, role
)
SELECT label, round, role, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, round, role, place;
