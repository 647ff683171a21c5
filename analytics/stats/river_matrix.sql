-- title: River matrix
-- section: river 10
-- definition: What a player does after the last draw, at least once a hand, by the cards he drew there and the fewest an opponent drew. A check-raise is not counted among the raises.
-- numerator: hands with that act in betting round 3
-- denominator: hands with a last draw and a decision in betting round 3
-- parameters: none
-- chart: matrix

WITH river AS (
    SELECT *, least(drawn, 2) AS drew, least(fewest_drawn, 2) AS against
    FROM chosen_decisions
    WHERE round = 3 AND drawn IS NOT NULL
),
counted AS (
    SELECT
        label,
        drew,
        against,
        count_if(own_acts = 0) AS chances,
        count_if(action = 'bet') AS bet,
        count_if(action = 'raise' AND own_last IS NOT DISTINCT FROM 'check') AS check_raise,
        count_if(action = 'call' AND own_calls = 0) AS call,
        count_if(action = 'fold') AS fold
    FROM river
    GROUP BY label, drew, against
),
raises AS (  -- besides a call the only act that one player may do twice
    SELECT label, drew, against, count(DISTINCT (hand_key, seat)) AS hands
    FROM river
    WHERE action = 'raise' AND own_last IS DISTINCT FROM 'check'
    GROUP BY label, drew, against
),
every_act AS (
    SELECT
        c.*,
        unnest(['bet', 'check-raise', 'call', 'raise', 'fold']) AS action,
        unnest([bet, check_raise, call, coalesce(hands, 0), fold]) AS done
    FROM counted AS c
    LEFT JOIN raises AS r ON (r.label, r.drew, r.against) IS NOT DISTINCT FROM (c.label, c.drew, c.against)
)
SELECT label, pat_one_more(drew) AS drew, pat_one_more(against) AS against, action, unnest(rate(done, chances))
FROM every_act AS e
ORDER BY label, e.drew, e.against, list_position(['bet', 'check-raise', 'call', 'raise', 'fold'], action);
