-- title: River matrix, facing a bet
-- section: river 11
-- definition: What a player does at their first decision facing a bet after the last draw, having checked or not acted yet, by the cards they drew there and the fewest an opponent drew. A raise after their own check is a check-raise and not counted as a raise. The four shares add up to one.
-- numerator: hands with that act
-- denominator: hands with a last draw and a bet faced in betting round 3 before any of their own
-- parameters: none
-- chart: matrix

WITH counted AS (
    SELECT
        label,
        least(drawn, 2) AS drew,
        least(fewest_drawn, 2) AS against,
        count(*) AS chances,
        unnest(['fold', 'call', 'raise', 'check-raise']) AS action,
        unnest([
            count_if(action = 'fold'),
            count_if(action = 'call'),
            count_if(is_wager(action) AND own_checks = 0),
            count_if(is_wager(action) AND own_checks > 0)
        ]) AS done,
        unnest([1, 2, 3, 4]) AS place
    FROM chosen_decisions
    WHERE round = 3 AND drawn IS NOT NULL AND to_call > 0 AND own_acts = own_checks
    GROUP BY label, drew, against
)
SELECT label, pat_one_more(drew) AS drew, pat_one_more(against) AS against, action, unnest(rate(done, chances))
FROM counted
ORDER BY label, counted.drew, counted.against, place;
