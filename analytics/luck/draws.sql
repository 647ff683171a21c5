-- The player's draws of a card or more, seen as they were made and before any reshuffle. `opponent_histories`: what each
-- did up to this draw, in any order: the cards drawn in each, and `-` where they had folded before it.
WITH histories AS (
    SELECT hand_key, seat, concat(drawn1, drawn2, drawn3, CASE WHEN folded_in < 3 THEN '-' END) AS history
    FROM seats WHERE dealt_in
)
SELECT
    chosen.hand_key,
    chosen.seat,
    chosen.draw,
    chosen.held_before AS held,
    chosen.thrown,
    coalesce(chosen.thrown_before, '') AS thrown_before,
    chosen.held_after AS after,
    chosen.pot / hands.big_bet AS pot,
    chosen.drawers - 1 AS opponents,
    opponent_histories
FROM chosen_draws AS chosen
JOIN hands USING (hand_key)
JOIN (
    SELECT
        chosen.hand_key,
        chosen.seat,
        chosen.draw,
        string_agg(left(history, chosen.draw), ' ' ORDER BY left(history, chosen.draw)) AS opponent_histories
    FROM chosen_draws AS chosen JOIN histories ON histories.hand_key = chosen.hand_key AND histories.seat <> chosen.seat
    WHERE chosen.seen AND chosen.drawn > 0 AND chosen.reshuffles = 0
    GROUP BY ALL
) AS by_draw ON by_draw.hand_key = chosen.hand_key AND by_draw.seat = chosen.seat AND by_draw.draw = chosen.draw
WHERE chosen.seen AND chosen.drawn > 0 AND chosen.reshuffles = 0 AND chosen.drawn <= chosen.stub
    AND chosen.held_before IS NOT NULL AND chosen.held_after IS NOT NULL
ORDER BY chosen.hand_key, chosen.seat, chosen.draw;
