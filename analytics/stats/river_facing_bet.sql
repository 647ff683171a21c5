-- title: River matrix, facing a bet
-- section: river 11
-- definition: What a player does at their first decision facing a bet after the last draw, having checked or not acted yet, by the cards they drew there and the fewest an opponent drew. A raise after their own check is a check-raise and not counted as a raise. The four shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a last draw and a bet faced in betting round 3 before any of their own
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
        act_word(action, CASE WHEN own_checks > 0 THEN 'check-raise' ELSE 'raise' END) AS action
    FROM bets_after_draw
    WHERE round = 3
),
counted AS (
    SELECT label, own, fewest, count(*) AS chances,
        unnest(counts(histogram(action), ['fold', 'call', 'raise', 'check-raise']), recursive := true)
    FROM listed
    GROUP BY label, own, fewest
)
SELECT label, pat_one_more(own) AS drew, pat_one_more(fewest) AS against, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, own, fewest, place;
