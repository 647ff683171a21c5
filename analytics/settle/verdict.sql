-- What becomes of every text: a function of the set of texts that have number, content or place in common, in no order.
-- Reads `rivals`, a row a text (see histparse/store/settle/verdict.py), and `contents` (digest, text as it is compared).

WITH read_last AS (
    -- What follows a hand may have counted as its text for the program that judged it earlier.
    FROM rivals ANTI JOIN (
        SELECT earlier.row FROM rivals AS earlier JOIN rivals AS later USING (path, line)
        JOIN contents AS old ON old.digest = earlier.digest JOIN contents AS new ON new.digest = later.digest
        WHERE earlier.is_outdated AND later.precedence > earlier.precedence AND starts_with(old.text, new.text)
    ) USING (row)
),
-- In the order of the alphabet a text stands right before one that begins with it, if there is any.
growing AS (
    SELECT site, hand_id, digest
    FROM (SELECT DISTINCT site, hand_id, digest, text FROM read_last JOIN contents USING (digest))
    WHERE hand_id IS NOT NULL
    QUALIFY starts_with(lead(text) OVER (PARTITION BY site, hand_id ORDER BY text), text)
),
superseded AS (
    SELECT row FROM read_last SEMI JOIN growing USING (site, hand_id, digest)
    UNION
    SELECT row FROM read_last JOIN contents USING (digest)
    QUALIFY starts_with(lead(text) OVER (PARTITION BY path, line ORDER BY text), text)
),
-- A text of unknown number is no copy of another: only its place tells which hand it grows into.
once AS (
    FROM (SELECT *, max(hand_id) OVER (PARTITION BY digest) AS number FROM read_last ANTI JOIN superseded USING (row))
    QUALIFY row_number() OVER (
        PARTITION BY digest, CASE WHEN number IS NULL THEN row END ORDER BY rank IS NULL, path, line
    ) = 1
),
soundest AS (
    FROM once WHERE rank IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY site, hand_id ORDER BY is_stuck, rank, digest) = 1
)
SELECT
    row,
    CASE
        WHEN row IN (SELECT row FROM soundest WHERE NOT is_stuck) THEN 'stored'
        WHEN row IN (SELECT row FROM once) THEN 'aside'
        WHEN row IN (FROM superseded) THEN 'superseded'
        WHEN row IN (SELECT row FROM read_last) THEN 'copy'
        ELSE 'again'
    END AS became
FROM rivals
