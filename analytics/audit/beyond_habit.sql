-- What one does to the other, beyond what everybody does in such a spot and what is the habit of who acts in that round. Spots that
-- are rare are taken to be like all in which most is alike, players who are seldom seen like everybody; a habit moves all chances of a
-- player by the same log odds. A weight is the variance of the act.
WITH counted AS (SELECT rough, spot, sum(done) AS done, count(*) AS n FROM audited_acts GROUP BY rough, spot),
spots AS (
    SELECT
        spot,
        greatest(0.005, least(0.995,
            (done + 10 * sum(done) OVER (PARTITION BY rough) / sum(n) OVER (PARTITION BY rough)) / (n + 10)
        )) AS rate
    FROM counted
),
habits AS (
    SELECT
        first,
        round,
        greatest(-3, least(3, sum(done - rate) / (sum(rate * (1 - rate)) + 2))) AS habit
    FROM audited_acts JOIN spots USING (spot)
    GROUP BY first, round
),
likely AS (
    SELECT hand_key, first, second, done, 1 / (1 + exp(-ln(rate / (1 - rate)) - habit)) AS rate
    FROM audited_acts JOIN spots USING (spot) JOIN habits USING (first, round)
)
SELECT
    hand_key, first, second, sum(done - rate) AS x, sum(rate * (1 - rate)) AS w, sum(done) AS done, count(*) AS n
FROM likely
GROUP BY hand_key, first, second
