-- title: Fold to raise
-- section: betting 50
-- sentence: folds when his {raised} is raised {round}
-- definition: How often a player folds when he is raised, at his next decision, by betting round and by what was raised: his bet, or a raise of his own. A blind is no bet of his own.
-- numerator: folds
-- denominator: own bets (or raises) that were raised, with a decision after
-- parameters: none
-- chart: interval

SELECT label, round, own_last AS raised, unnest(rate(count_if(action = 'fold'), count(*)))
FROM chosen_decisions
WHERE is_wager(own_last) AND to_call > 0
GROUP BY label, round, raised
ORDER BY label, round, raised;
