-- title: RFI
-- section: entry 30, by position
-- sentence: raises first in
-- definition: Raised first in: how often a player raises before the first draw when everybody before them folded. A new player who checks their live post has not folded.
-- numerator: open raises
-- denominator: decisions in betting round 0 before which everybody folded
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, is_wager(action) AS is_made
    FROM unopened
)
SELECT label, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label
ORDER BY label;
