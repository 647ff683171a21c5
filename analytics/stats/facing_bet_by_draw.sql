-- title: Facing a bet, by draws
-- section: betting 70
-- definition: What a player does at their first decision facing a bet after a draw, having checked or not acted yet, by how many opponents are left and by whether they drew fewer, as many or more cards than the opponent who drew fewest. A raise after their own check is a check-raise and not counted as a raise. The four shares add up to one.
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
        against_one_or_more(live) AS opponents,
        fewer_equal_more(drawn, fewest_drawn) AS drew,
        act_word(action, CASE WHEN own_checks > 0 THEN 'check-raise' ELSE 'raise' END) AS action
    FROM bets_after_draw
),
counted AS (
    SELECT label, round, opponents, drew, count(*) AS chances,
        unnest(counts(histogram(action), ['fold', 'call', 'raise', 'check-raise']), recursive := true)
    FROM listed
    GROUP BY label, round, opponents, drew
)
SELECT label, round, opponents, drew, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, round, opponents, array_position(['fewer', 'equal', 'more'], drew), place;
