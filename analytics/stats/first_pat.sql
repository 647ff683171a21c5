-- title: First pat
-- section: draws 40
-- sentence: stands pat for the first time in the {draw}
-- within: pat_rate
-- definition: How often a player who has drawn so far stands pat for the first time, by draw. At the first draw everybody who reaches it has the chance.
-- numerator: first pats
-- denominator: draws reached without having stood pat before
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, 1::TINYINT AS draw, drawn1 = 0 AS is_made
    FROM chosen_seats
    WHERE drawn1 IS NOT NULL
    UNION ALL
    SELECT label, hand_key, seat, seat_line, 2, drawn2 = 0
    FROM chosen_seats
    WHERE drawn1 > 0 AND drawn2 IS NOT NULL
    UNION ALL
    SELECT label, hand_key, seat, seat_line, 3, drawn3 = 0
    FROM chosen_seats
    WHERE drawn1 > 0 AND drawn2 > 0 AND drawn3 IS NOT NULL
)
SELECT label, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, draw
ORDER BY label, draw;
