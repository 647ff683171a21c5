-- title: Steal
-- section: entry 90
-- sentence: steals the blinds
-- within: rfi
-- definition: How often a player raises from CO, BTN or SB before the first draw when everybody before them folded.
-- numerator: open raises from there
-- denominator: decisions in betting round 0 before which everybody folded, from CO, BTN or SB
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, is_wager(action) AS is_made
    FROM unopened
    WHERE is_steal_position(position)
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
