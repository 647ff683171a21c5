-- title: Pat after raising
-- section: draws 50
-- sentence: stands pat in the {draw} after raising
-- within: pat_rate
-- definition: How often a player who raised in the previous betting round, by a check-raise or otherwise, stands pat. A bet is not a raise.
-- numerator: draws of no card
-- denominator: draws reached after raising in the previous round
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, draw, drawn = 0 AS is_made
    FROM chosen_draws
    WHERE raised
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
