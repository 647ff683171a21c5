-- Each hand to be compared and the one before it at the table, in the order of their numbers, whatever file they came from:
-- those that are new at their place, and those right behind one.
-- Reads `placed`: a row for each number that is there, or was (then without a key).

CREATE OR REPLACE TEMP TABLE following AS
SELECT hand_key, lag(hand_key IGNORE NULLS) OVER earlier AS earlier_key
FROM placed
WINDOW earlier AS (
    PARTITION BY site, table_name, tournament_id, currency
    -- Numbers of any length sort numerically: `9-12` before `10-2`.
    ORDER BY [lpad(part, 40, '0') FOR part IN regexp_extract_all(hand_id, '[0-9]+')], hand_id, hand_key
)
QUALIFY hand_key IS NOT NULL AND (is_new OR lag(is_new) OVER earlier);
