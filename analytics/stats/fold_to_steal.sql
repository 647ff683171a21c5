-- title: Fold to steal
-- section: entry 100
-- sentence: folds the {blind} to a steal
-- definition: How often a blind folds when somebody steals. This is the blind's first response to an open raise from CO, BTN or SB, with only folds in between; a small blind's steal counts against the big blind. Fold, call and 3-bet share the opportunity.
-- numerator: folds
-- denominator: steals faced in the blinds
-- parameters: none
-- chart: interval

SELECT label, position AS blind, unnest(rate(count_if(action = 'fold'), count(*)))
FROM steals_faced
GROUP BY label, blind
ORDER BY label, blind;
