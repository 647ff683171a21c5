-- every file counts the hands that came from it
WITH counted AS (
    SELECT path, stored, skipped, set_aside,
        (SELECT count(*) FROM hands WHERE hands.path = files.path)
            + (SELECT count(*) FROM tournaments AS t WHERE t.path = files.path) AS hands_there,
        (SELECT count(*) FROM skipped AS s WHERE s.path = files.path) AS skipped_there,
        (SELECT count(*) FROM set_aside AS a WHERE a.path = files.path AND a.code <> 'SYN09') AS aside_there
    FROM files
)
SELECT NULL AS site, NULL AS hand_id, path || ' counts ' || stored || ' stored, ' || skipped || ' skipped and '
    || set_aside || ' set aside, there are ' || hands_there || ', ' || skipped_there || ' and ' || aside_there AS wrong
FROM counted WHERE (stored, skipped, set_aside) <> (hands_there, skipped_there, aside_there)
UNION ALL
SELECT site, hand_id, 'came from ' || path || ', which is not listed' FROM hands ANTI JOIN files USING (path)
UNION ALL
SELECT site, 'tournament ' || number, 'came from ' || path || ', which is not listed'
FROM tournaments ANTI JOIN files USING (path)
