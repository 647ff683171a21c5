-- Hours at which both play a game that has two tables or more: whether they share one, beyond the chance that any two do.
-- Tournaments seat their players themselves. Hours with more than 60 players are left out: they have too many pairs.
WITH sat AS (
    SELECT
        site,
        stakes,
        date_trunc('hour', played_at) AS hour,
        table_name,
        id,
        min(hand_key) AS hand_key
    FROM chosen_seats JOIN hands USING (hand_key) JOIN audited_players ON audited_players.player = chosen_seats.player
    WHERE tournament_id IS NULL AND played_at IS NOT NULL
    GROUP BY ALL
),
tables AS (SELECT site, stakes, hour, table_name, count(*) AS n FROM sat GROUP BY ALL),
hours AS (
    SELECT site, stakes, hour, sum(n)::BIGINT AS n, sum(n * (n - 1))::BIGINT AS pairs
    FROM tables GROUP BY site, stakes, hour HAVING count(*) >= 2 AND sum(n) <= 60
)
SELECT
    min(one.hand_key) AS hand_key,
    one.id AS first,
    two.id AS second,
    max((one.table_name = two.table_name)::INTEGER) - any_value(pairs / (hours.n * (hours.n - 1))) AS x,
    1 AS w,
    max((one.table_name = two.table_name)::INTEGER) AS done,
    1 AS n
FROM hours
JOIN sat AS one USING (site, stakes, hour)
JOIN sat AS two USING (site, stakes, hour)
WHERE one.id < two.id
GROUP BY site, stakes, hour, one.id, two.id
