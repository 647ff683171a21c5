-- title: Open limp
-- section: entry 40
-- sentence: limps in first
-- definition: How often a player only calls before the first draw when everybody before them folded. Completing the small blind counts.
-- numerator: calls of an unopened pot
-- denominator: decisions in betting round 0 before which everybody folded
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(action = 'call'), count(*)))
FROM unopened
GROUP BY label
ORDER BY label;
