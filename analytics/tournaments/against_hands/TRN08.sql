-- A hand of the tournament began more than a minute before the summary says it started, or after it finished.
SELECT text_id, summary.site, summary.number, summary.path, summary.first_line AS line, summary.player, hand_id,
    strftime(played_at, '%Y-%m-%d %H:%M:%S') AS played,
    strftime(started_at, '%Y-%m-%d %H:%M:%S') AS began, strftime(finished_at, '%Y-%m-%d %H:%M:%S') AS ended
FROM tournaments AS summary JOIN hands USING (site, tournament_id)
WHERE summary.match IS NULL
    AND (played_at < started_at - INTERVAL 1 MINUTE OR played_at > finished_at + INTERVAL 1 MINUTE)
QUALIFY row_number() OVER (PARTITION BY text_id ORDER BY hands.path, hands.first_line) = 1
ORDER BY ALL
