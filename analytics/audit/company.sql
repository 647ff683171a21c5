-- Hours at which both play a game that has two tables or more, in how many they share one, and in how many any two would.
-- Tournaments seat their players themselves. Hours with more than 60 players are left out: they have too many pairs.
WITH sat AS (
    SELECT
        site,
        stakes,
        date_trunc('hour', played_at) AS hour,
        table_name,
        id
    FROM audited_seats JOIN hands USING (hand_key)
    WHERE tournament_id IS NULL AND played_at IS NOT NULL
    GROUP BY ALL
),
tables AS (SELECT site, stakes, hour, table_name, count(*) AS n FROM sat GROUP BY ALL),
hours AS (
    SELECT site, stakes, hour, sum(n)::BIGINT AS n, sum(n * (n - 1))::BIGINT AS pairs
    FROM tables GROUP BY site, stakes, hour HAVING count(*) >= 2 AND sum(n) <= 60
),
shared_hours AS (
    SELECT
        first_seat.id AS a,
        second_seat.id AS b,
        max((first_seat.table_name = second_seat.table_name)::INTEGER) AS shared,
        any_value(pairs / (hours.n * (hours.n - 1))) AS likely
    FROM hours
    JOIN sat AS first_seat USING (site, stakes, hour)
    JOIN sat AS second_seat USING (site, stakes, hour)
    WHERE first_seat.id < second_seat.id
    GROUP BY site, stakes, hour, first_seat.id, second_seat.id
)
SELECT a, b, count(*) AS hours, sum(shared)::BIGINT AS shared, sum(likely) AS any_two FROM shared_hours GROUP BY a, b
