-- title: Bet or check, by draws
-- section: betting 60
-- definition: What a player does at their first decision after a draw when nobody has bet, by how many opponents are left and by whether they drew fewer, as many or more cards than the opponent who drew fewest. The two shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a draw and a first decision in the betting round after it with nothing to call
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
        act_word(action, 'bet') AS action
    FROM unbet_after_draw
),
counted AS (
    SELECT label, round, opponents, drew, count(*) AS chances,
        unnest(counts(histogram(action), ['bet', 'check']), recursive := true)
    FROM listed
    GROUP BY label, round, opponents, drew
)
SELECT label, round, opponents, drew, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, round, opponents, array_position(['fewer', 'equal', 'more'], drew), place;
