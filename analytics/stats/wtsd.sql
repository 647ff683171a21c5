-- title: WTSD
-- section: showdown 10
-- sentence: goes to showdown
-- definition: Went to showdown: how often a player who reaches the first draw is still in the hand after the last betting round, with an opponent. Run-outs after an all-in count.
-- numerator: hands that reached showdown
-- denominator: hands that reached the first draw
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, saw_showdown AS is_made
    FROM chosen_seats
    WHERE drawn1 IS NOT NULL
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
