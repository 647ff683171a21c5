-- title: River matrix, no bet out
-- section: river 10
-- definition: What a player does at their first decision after the last draw when nobody has bet, by the cards they drew there and the fewest an opponent drew. The two shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a last draw and a first decision in betting round 3 with nothing to call
-- parameters: none
-- chart: matrix

WITH counted AS (
    SELECT
        label,
        least(drawn, 2) AS drew,
        least(fewest_drawn, 2) AS against,
        count(*) AS chances,
        unnest(['bet', 'check']) AS action,
        unnest([count_if(is_wager(action)), count_if(action = 'check')]) AS done,
        unnest([1, 2]) AS place
    FROM chosen_decisions
    WHERE round = 3 AND drawn IS NOT NULL AND own_acts = 0 AND to_call = 0
    GROUP BY label, drew, against
)
SELECT label, pat_one_more(drew) AS drew, pat_one_more(against) AS against, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, counted.drew, counted.against, place;
