-- Two hands with others missing in between.

SELECT pairs.*, line AS at_line, NULL AS seat, NULL AS player, missing.met, missing.differ, missing.steps
FROM pairs JOIN missing USING (hand_key)
