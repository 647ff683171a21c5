-- title: W$WSD
-- section: showdown 30
-- sentence: wins hands that reach the first draw
-- definition: Won money when saw draw: how often a player who reaches the first draw collects something, at showdown or before.
-- numerator: hands with something collected
-- denominator: hands that reached the first draw
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(collected > 0), count(*)))
FROM chosen_seats
WHERE drawn1 IS NOT NULL
GROUP BY label
ORDER BY label;
