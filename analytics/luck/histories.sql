-- What players did up to a draw, the last character being what they did in it, and how often: of heroes by the low cards they
-- had been dealt and had drawn before it, while those are known; of all others to the end of the hand, with `low` null.
WITH histories AS (
    SELECT
        hand_key, seat, dealt_seen, dealt,
        concat(drawn1, drawn2, drawn3, CASE WHEN folded_in < 3 THEN '-' END) AS history
    FROM seats WHERE dealt_in
),
known_cards AS (
    SELECT hand_key, seat, 1 AS draw, dealt AS cards FROM histories WHERE dealt_seen
    UNION ALL
    SELECT hand_key, seat, draw + 1, concat(held_after, thrown, thrown_before) FROM draws
    WHERE seen AND reshuffles = 0 AND drawn <= stub AND held_after IS NOT NULL
)
SELECT
    left(history, draw) AS history,
    length(cards) - length(translate(cards, '2345678', '')) AS low,
    count(*) AS hands
FROM histories JOIN known_cards USING (hand_key, seat)
WHERE dealt_seen AND cards IS NOT NULL AND length(history) >= draw
GROUP BY ALL
UNION ALL
SELECT history, NULL, count(*) FROM histories WHERE NOT dealt_seen GROUP BY ALL
ORDER BY ALL;
