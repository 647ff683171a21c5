-- Two hands with others missing in between; one that is there and broken is not missing.

SELECT pairs.*, line AS at_line, NULL AS seat, NULL AS player, missing.met, missing.differ, missing.steps
FROM pairs JOIN missing USING (hand_key) ANTI JOIN (FROM gaps WHERE by_broken) USING (hand_key)
