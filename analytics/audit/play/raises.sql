-- Answers to the other's bets and raises of who could raise and did not fold: raises beyond those of everybody in such a spot, as
-- `folds` has them.
WITH stayed AS (FROM answers WHERE may_raise AND folds = 0),
counted AS (SELECT rough, spot, sum(raises) AS done, count(*) AS n FROM stayed GROUP BY rough, spot),
spots AS (
    SELECT
        spot,
        (done + 10 * sum(done) OVER (PARTITION BY rough) / sum(n) OVER (PARTITION BY rough)) / (n + 10) AS rate
    FROM counted
)
SELECT
    hand_key, first, second, sum(raises - rate) AS x, sum(rate * (1 - rate)) AS w, sum(raises) AS done, count(*) AS n
FROM stayed JOIN spots USING (spot)
GROUP BY ALL
