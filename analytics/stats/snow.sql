-- title: Snow
-- section: draws 90
-- sentence: snows in the {draw}, among {cards},
-- definition: How often a pat hand is a snow: the player stood pat without a made low and bet or raised afterwards. Only pat hands whose cards are known count: those of heroes, seen while they were held, and separately shown hands, including heroes', of players who stood pat from there on. Shown hands underestimate snows, because a snow that works is not shown: so the two are never compared.
-- numerator: pat hands worse than the limit with a bet or raise afterwards
-- denominator: pat hands with known cards
-- parameters: worst = 121, number of the worst made low: 18 = eight, 52 = nine, 121 = ten
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, draw_line AS line, cards, draw, number_after > $worst AND wagers_after > 0 AS is_made
    FROM known_pats
)
SELECT label, cards, draw, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, cards, draw
ORDER BY label, cards, draw;
