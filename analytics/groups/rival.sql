-- title: Opponent in heads-up pots: the only other player who reached the first draw
-- rows: opponents
-- needs: all names

SELECT own.hand_key, own.seat, other.player AS label, label AS place
FROM named_seats AS own
JOIN (SELECT hand_key FROM draws JOIN counted_hands USING (hand_key) WHERE draw = 1 GROUP BY hand_key HAVING count(*) = 2)
    USING (hand_key)
JOIN named_seats AS other ON other.hand_key = own.hand_key AND other.seat <> own.seat AND other.drawn1 IS NOT NULL
WHERE own.drawn1 IS NOT NULL AND is_requested(own.player)
