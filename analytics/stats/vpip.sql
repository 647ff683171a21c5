-- title: VPIP
-- section: entry 10, by position
-- sentence: puts chips into the pot before the first draw
-- definition: How often a player puts chips into the pot of their own will before the first draw. Completing the small blind is voluntary; a post and a newcomer's check are not. A walk and an all-in blind are no chance.
-- numerator: hands with a call, bet or raise in betting round 0
-- denominator: hands dealt in with a decision in betting round 0
-- parameters: none
-- chart: interval

SELECT
    label,
    unnest(rate(
        count_if(action IN ('call', 'bet', 'raise') AND own_calls + own_raises = 0),
        count_if(own_acts = 0)
    ))
FROM chosen_decisions
WHERE round = 0
GROUP BY label
ORDER BY label;
