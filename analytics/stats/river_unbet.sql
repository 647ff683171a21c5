-- title: River matrix, no bet out
-- section: river 10
-- definition: What a player does at their first decision after the last draw when nobody has bet, by the cards they drew there and the fewest an opponent drew. The two shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a last draw and a first decision in betting round 3 with nothing to call
-- outcome: action
-- parameters: none
-- chart: matrix

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        least(drawn, 2) AS own,
        least(fewest_drawn, 2) AS fewest,
        pat_one_more(own) AS drew,
        pat_one_more(fewest) AS against,
        act_word(action, 'bet') AS action
    FROM unbet_after_draw
    WHERE round = 3
),
counted AS (
    SELECT label, own, fewest, count(*) AS chances,
        unnest(counts(histogram(action), ['bet', 'check']), recursive := true)
    FROM listed
    GROUP BY label, own, fewest
)
SELECT label, pat_one_more(own) AS drew, pat_one_more(fewest) AS against, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, own, fewest, place;
