-- title: PFR
-- section: entry 20, by position
-- sentence: raises before the first draw
-- definition: How often a player raises before the first draw, once or more. A walk or an all-in blind is not an opportunity.
-- numerator: hands with a raise in betting round 0
-- denominator: hands dealt in with a decision in betting round 0
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(is_wager(action) AND own_raises = 0), count_if(own_acts = 0)))
FROM chosen_decisions
WHERE round = 0
GROUP BY label
ORDER BY label;
