-- title: W$SD
-- section: showdown 20
-- sentence: wins at showdown
-- definition: Won money at showdown: how often a player who reaches showdown collects something.
-- numerator: showdowns with something collected
-- denominator: showdowns
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, collected > 0 AS is_made
    FROM chosen_seats
    WHERE saw_showdown
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
