-- Where and when each hand was played: a sitting is the hands of a table without a break of three hours, mostly an evening. Its
-- stratum is the stakes and the hour of the day at which it began.
CREATE OR REPLACE TEMP TABLE audited_sittings AS
WITH played AS (SELECT * FROM hands SEMI JOIN chosen_seats USING (hand_key)),
begun AS (
    SELECT
        hand_key,
        stakes,
        played_at,
        coalesce(
            played_at - lag(played_at) OVER (PARTITION BY site, tournament_id, table_name ORDER BY played_at, hand_key)
            > INTERVAL 3 HOURS,
            row_number() OVER (PARTITION BY site, tournament_id, table_name ORDER BY played_at, hand_key) = 1
        ) AS is_first,
        row_number() OVER (ORDER BY site, tournament_id, table_name, played_at, hand_key) AS place
    FROM played
),
counted AS (SELECT *, sum(is_first::INTEGER) OVER (ORDER BY place) AS sitting FROM begun)
SELECT
    hand_key,
    sitting::INTEGER AS sitting,
    first_value(hash(stakes, hour(played_at)) % 1000000007) OVER (PARTITION BY sitting ORDER BY place)::INTEGER AS stratum
FROM counted
