-- A stack other than the previous hand left; in a cash game a larger one had chips added.

SELECT pairs.*, seated.line AS at_line, seated.seat, seated.player, seated.stack, seated.left_with, seated.rose
FROM pairs JOIN players_in_both AS seated USING (hand_key) ANTI JOIN gaps USING (hand_key) ANTI JOIN missing USING (hand_key)
WHERE seated.fell OR seated.rose AND pairs.tournament_id IS NOT NULL
