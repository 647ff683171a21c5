-- Answers to the other's bets and raises: folds beyond those of everybody in such a spot. Spots that are rare are taken to be
-- like all in which most is alike. A weight is the variance of a fold.
WITH counted AS (SELECT rough, spot, sum(folds) AS done, count(*) AS n FROM answers GROUP BY rough, spot),
spots AS (
    SELECT
        spot,
        (done + 10 * sum(done) OVER (PARTITION BY rough) / sum(n) OVER (PARTITION BY rough)) / (n + 10) AS rate
    FROM counted
)
SELECT
    hand_key, first, second, sum(folds - rate) AS x, sum(rate * (1 - rate)) AS w, sum(folds) AS done, count(*) AS n
FROM answers JOIN spots USING (spot)
GROUP BY ALL
