-- title: W$SD
-- section: showdown 20
-- sentence: wins at showdown
-- definition: Won money at showdown: how often a player who reaches showdown collects something.
-- numerator: showdowns with something collected
-- denominator: showdowns
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(collected > 0), count(*)))
FROM chosen_seats
WHERE saw_showdown
GROUP BY label
ORDER BY label;
