-- title: Pat after raising
-- section: draws 50
-- sentence: stands pat in the {draw} after raising
-- definition: How often a player who raised in the previous betting round, by a check-raise or otherwise, stands pat. A bet is not a raise.
-- numerator: draws of no card
-- denominator: draws reached after raising in the previous round
-- parameters: none
-- chart: interval

SELECT label, draw, unnest(rate(count_if(drawn = 0), count(*)))
FROM chosen_draws
WHERE raised
GROUP BY label, draw
ORDER BY label, draw;
