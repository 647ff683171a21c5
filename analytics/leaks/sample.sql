-- Of the hands with cards seen at the deal: how many there are, and the last hash of the first `most` by hash.
-- A hand's hash never changes, so that hands imported later leave most of those priced before among the priced.
WITH hashes AS (
    SELECT DISTINCT hash(hand_key, 1) AS hash FROM chosen_seats SEMI JOIN told_hands USING (hand_key) WHERE dealt_seen
)
SELECT (SELECT count(*) FROM hashes) AS hands, max(hash) AS last
FROM (FROM hashes ORDER BY hash LIMIT $most);
