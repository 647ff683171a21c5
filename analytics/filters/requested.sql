-- What filters need; histparse/stats/filters.py has the filters themselves, filter_views.py makes the view passing_hands of them.
-- Everything a user types is a variable of the connection (null = no filter): no name is ever part of a query.

CREATE OR REPLACE TEMP MACRO is_requested(player) AS
    (getvariable('player') IS NULL OR player = getvariable('player') OR player = getvariable('rival'))
    AND (getvariable('but') IS NULL OR player <> getvariable('but'));

-- Those that count.
CREATE OR REPLACE TEMP VIEW counted_hands AS FROM passing_hands WHERE NOT cancelled;

-- Filters that need other rows; a query has them only if they are asked for.
CREATE OR REPLACE TEMP VIEW hands_with_opponent AS
SELECT DISTINCT hand_key FROM named_seats WHERE dealt_in AND player = getvariable('opponent');

CREATE OR REPLACE TEMP VIEW started_seats AS
SELECT hand_key, seat
FROM (
    SELECT hand_key, seat, keep, CASE WHEN dealt_number <= 52 THEN dealt_number END AS pat
    FROM named_seats
    WHERE dealt_in AND dealt_seen AND dealt_number IS NOT NULL
)
WHERE getvariable('start') IN (start_kinds()[start_place(pat, keep)], start_keep(pat, keep));

-- Times as shown: in the zone that is set.
CREATE OR REPLACE TEMP MACRO in_zone(moment) AS
    CASE WHEN getvariable('zone') = 'UTC' THEN moment
    ELSE timezone(getvariable('zone'), timezone('UTC', moment)) END;

-- Whose sessions: each player's own if rows are by player, else those of the player requested, or of everybody
-- requested together.
CREATE OR REPLACE TEMP MACRO owner_of_sessions(player) AS CASE WHEN getvariable('sessions_by') = 'player' THEN player ELSE '' END;


-- Half hours since the year 1: integers are counted faster than times, and rounded down if they are not negative.
CREATE OR REPLACE TEMP MACRO half_hour(moment) AS (epoch_us(moment) + 62135596800000000) // 1800000000;

-- The hands of those sessions; hands without a time belong to none.
CREATE OR REPLACE TEMP VIEW attended AS
SELECT hand_key, owner_of_sessions(player) AS session_owner, hand_played_at, half_hour(hand_played_at) AS half_hour
FROM named_seats
WHERE dealt_in
    AND hand_played_at IS NOT NULL
    AND (getvariable('sessions_of') IS NULL OR player = getvariable('sessions_of'))
    AND (getvariable('hero') IS NULL OR hero);

-- All tables together, whatever the other filters. A gap of 30 minutes between the starts of two hands begins a new
-- session, so the hands of one half hour are all in the same: only half hours need sorting.
CREATE OR REPLACE TEMP VIEW sessions AS
WITH half_hours AS (
    SELECT session_owner, half_hour, min(hand_played_at) AS earliest, max(hand_played_at) AS latest
    FROM attended
    GROUP BY session_owner, half_hour
),
session_starts AS (
    SELECT
        session_owner,
        half_hour,
        CASE WHEN
            coalesce(earliest - lag(latest) OVER (PARTITION BY session_owner ORDER BY half_hour) >= INTERVAL 30 MINUTE, true)
        THEN earliest END AS beginning
    FROM half_hours
)
SELECT session_owner, half_hour, max(beginning) OVER (PARTITION BY session_owner ORDER BY half_hour) AS began
FROM session_starts;

-- The chosen seats in hands of those sessions: all, if the sessions are their own.
CREATE OR REPLACE TEMP VIEW attending AS
FROM chosen_seats
WHERE getvariable('sessions_of') IS NOT DISTINCT FROM getvariable('player')
UNION ALL
FROM chosen_seats SEMI JOIN attended USING (hand_key)
WHERE getvariable('sessions_of') IS DISTINCT FROM getvariable('player');
