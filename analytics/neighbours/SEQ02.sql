-- A hand with a higher number and an earlier time.

SELECT pairs.*, line AS at_line, NULL AS seat, NULL AS player FROM pairs WHERE played_at < before_played_at
