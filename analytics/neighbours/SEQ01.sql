-- A stack other than the previous hand left; in a cash game a larger one had chips added.

SELECT pairs.*, met.line AS at_line, met.seat, met.player, met.stack, met.left_with, met.rose
FROM pairs JOIN met USING (hand_key) ANTI JOIN apart USING (hand_key) ANTI JOIN missing USING (hand_key)
WHERE met.fell OR met.rose AND pairs.tournament_id IS NOT NULL
