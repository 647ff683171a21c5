-- title: Bet, by role
-- section: more 10
-- definition: How often a player bets at their first decision after a draw when nobody has bet, by their role before the first draw and by whether they are first to act or somebody has checked. Roles: opener, 3-bettor, caller, blind.
-- numerator: bets
-- denominator: hands with a first decision in a betting round after a draw with nothing to call
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
        CASE WHEN checks = 0 THEN 'first to act' ELSE 'behind a check' END AS acts,
        is_wager(action) AS is_made
    FROM unbet_after_draw JOIN (SELECT hand_key, seat, role FROM seats) USING (hand_key, seat)
)
SELECT label, round, role, acts, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, round, role, acts
ORDER BY label, round, role, acts DESC;
