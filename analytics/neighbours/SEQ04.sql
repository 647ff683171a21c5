-- A button that is not where it should be. If two play and one of them is new, or two are left of more, houses move it
-- to suit the blinds.

SELECT pairs.*, line AS at_line, NULL AS seat, NULL AS player, buttons.next_seat
FROM pairs JOIN buttons USING (hand_key) ANTI JOIN gaps USING (hand_key) ANTI JOIN missing USING (hand_key)
WHERE pairs.button NOT IN (next_seat, coalesce(next_left, next_seat), next_taken)
AND (least(pairs.players, pairs.before_players) > 2 OR buttons.stayed = greatest(pairs.players, pairs.before_players))
