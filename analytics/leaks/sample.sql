-- Of the hands of each currency with cards seen at the deal: how many there are, and the last hash of the first `most` by hash.
-- A hand's hash never changes, so that hands imported later leave most of those priced before among the priced.
WITH hashes AS (
    SELECT DISTINCT hand_currency AS currency, hash(hand_key, 1) AS hash
    FROM chosen_seats SEMI JOIN told_hands USING (hand_key)
    WHERE dealt_seen
),
placed AS (SELECT *, row_number() OVER (PARTITION BY currency ORDER BY hash) AS place FROM hashes)
SELECT currency, count(*) AS hands, max(hash) FILTER (place <= $most) AS last
FROM placed
GROUP BY currency
ORDER BY hands DESC, currency;
