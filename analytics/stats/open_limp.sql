-- title: Open limp
-- section: entry 40
-- sentence: limps in first
-- definition: How often a player only calls before the first draw when everybody before them folded. Completing the small blind counts.
-- numerator: calls of an unopened pot
-- denominator: decisions in betting round 0 before which everybody folded
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, action = 'call' AS is_made
    FROM unopened
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
