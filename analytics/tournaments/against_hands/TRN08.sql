-- A hand of the tournament began more than a minute before the summary says it started, or after it finished.
SELECT text_id, told.site, told.number, told.path, told.first_line AS line, told.player, hand_id,
    strftime(played_at, '%Y-%m-%d %H:%M:%S') AS played,
    strftime(started_at, '%Y-%m-%d %H:%M:%S') AS began, strftime(finished_at, '%Y-%m-%d %H:%M:%S') AS ended
FROM tournaments AS told JOIN hands USING (site, tournament_id)
WHERE told.match IS NULL
    AND (played_at < started_at - INTERVAL 1 MINUTE OR played_at > finished_at + INTERVAL 1 MINUTE)
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
