-- title: Draws one after another
-- section: draws 15
-- definition: What a player draws next: how often they draw each number of cards in the first draw, in the second after each number in the first, and in the third after each two. `2-1` is two cards, then one. The shares after the same draws add up to one; a hand that does not reach the next draw does not count there. Four and five cards count together.
-- numerator: draws of that many cards
-- denominator: draws reached after the same draws before
-- outcome: drawn
-- parameters: none
-- chart: tree

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        draw_line AS line,
        draws_before(draw, drawn1, drawn_before) AS before,
        least(drawn, 4::TINYINT) AS cards,
        before_word(before) AS after,
        drawn_word(cards) AS drawn
    FROM chosen_draws
    LEFT JOIN (SELECT hand_key, seat, drawn1 FROM seats WHERE drawn3 IS NOT NULL) USING (hand_key, seat)
    WHERE before IS NOT NULL
),
counted AS (
    SELECT label, before, count(*) AS chances, unnest(counts(histogram(cards), range(5)::TINYINT[]), recursive := true)
    FROM listed
    GROUP BY label, before
)
SELECT label, before_word(before) AS after, drawn_word(action) AS drawn, unnest(rate(done, chances))
FROM counted
ORDER BY label, before, place;
