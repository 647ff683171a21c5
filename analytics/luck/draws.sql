-- The player's draws of a card or more, seen as they were made and before any reshuffle. `others`: what each opponent did up to
-- this draw, in any order: the cards drawn in each, and `-` where they had folded before it.
WITH did AS (
    SELECT hand_key, seat, concat(drawn1, drawn2, drawn3, CASE WHEN folded_in < 3 THEN '-' END) AS history
    FROM seats WHERE dealt_in
)
SELECT
    own.hand_key,
    own.seat,
    own.draw,
    own.held_before AS held,
    own.thrown,
    coalesce(own.thrown_before, '') AS thrown_before,
    own.held_after AS after,
    own.pot / hands.big_bet AS pot,
    own.drawers - 1 AS opponents,
    others
FROM chosen_draws AS own
JOIN hands USING (hand_key)
JOIN (
    SELECT own.hand_key, own.seat, own.draw, string_agg(left(history, own.draw), ' ' ORDER BY left(history, own.draw)) AS others
    FROM chosen_draws AS own JOIN did ON did.hand_key = own.hand_key AND did.seat <> own.seat
    WHERE own.seen AND own.drawn > 0 AND own.reshuffles = 0
    GROUP BY ALL
) AS of_others ON of_others.hand_key = own.hand_key AND of_others.seat = own.seat AND of_others.draw = own.draw
WHERE own.seen AND own.drawn > 0 AND own.reshuffles = 0 AND own.drawn <= own.stub
    AND own.held_before IS NOT NULL AND own.held_after IS NOT NULL
ORDER BY own.hand_key, own.seat, own.draw;
