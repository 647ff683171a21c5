-- The sitting of each hand: the hands of a table without a break of three hours, mostly an evening.
CREATE OR REPLACE TEMP TABLE audited_sittings AS
WITH begun AS (
    SELECT
        hand_key,
        row_number() OVER (ORDER BY site, tournament_id, table_name, played_at, hand_key) AS place,
        place_at_table = 1 OR coalesce(played_at - before > INTERVAL 3 HOURS, false) AS is_first
    FROM (
        SELECT
            *,
            row_number() OVER at_table AS place_at_table,
            lag(played_at) OVER at_table AS before
        FROM hands SEMI JOIN chosen_seats USING (hand_key)
        WINDOW at_table AS (PARTITION BY site, tournament_id, table_name ORDER BY played_at, hand_key)
    )
)
SELECT hand_key, (sum(is_first::INTEGER) OVER (ORDER BY place))::INTEGER AS sitting FROM begun
