-- title: Steal
-- section: entry 90
-- sentence: steals the blinds
-- definition: How often a player raises from CO, BTN or SB before the first draw when everybody before them folded.
-- numerator: open raises from there
-- denominator: decisions in betting round 0 before which everybody folded, from CO, BTN or SB
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(is_wager(action)), count(*)))
FROM unopened
WHERE is_steal_position(position)
GROUP BY label
ORDER BY label;
