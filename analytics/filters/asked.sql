-- The filters. Everything a user types is a variable of the connection (null = no filter): no name is ever part of a
-- query.

CREATE OR REPLACE TEMP MACRO is_asked(player, hero) AS
    (getvariable('player') IS NULL OR player = getvariable('player') OR player = getvariable('rival'))
    AND (getvariable('but') IS NULL OR player <> getvariable('but'))
    AND (getvariable('hero') IS NULL OR hero);
CREATE OR REPLACE TEMP MACRO is_asked_at(position) AS
    getvariable('position') IS NULL OR position = getvariable('position')::position_word;

CREATE OR REPLACE TEMP VIEW asked_hands AS
FROM hands
WHERE NOT cancelled
    AND (getvariable('site') IS NULL OR site = getvariable('site'))
    AND (getvariable('currency') IS NULL OR currency = getvariable('currency'))
    AND (getvariable('low') IS NULL OR low_stake = getvariable('low'))
    AND (getvariable('high') IS NULL OR high_stake = getvariable('high'))
    AND (getvariable('since') IS NULL OR played_at >= getvariable('since'))
    AND (getvariable('until') IS NULL OR played_at < getvariable('until'))
    AND (getvariable('players') IS NULL OR players = getvariable('players'));

-- Times as shown: in the zone that is set.
CREATE OR REPLACE TEMP MACRO in_zone(moment) AS
    CASE WHEN getvariable('zone') = 'UTC' THEN moment
    ELSE timezone(getvariable('zone'), timezone('UTC', moment)) END;

-- Whose sessions: each player's own if rows are by player, else those of the player requested, or of everybody
-- requested together.
CREATE OR REPLACE TEMP MACRO whose(player) AS CASE WHEN getvariable('group_by') = 'player' THEN player ELSE '' END;

-- All hands of all tables in the order of their starts, whatever the other filters. A gap of 30 minutes begins a new
-- session; hands without a time belong to none.
CREATE OR REPLACE TEMP VIEW sessions AS
WITH attended AS (
    SELECT DISTINCT hand_key, whose(player) AS whose
    FROM named_seats
    WHERE dealt_in
        AND (getvariable('sessions_of') IS NULL OR player = getvariable('sessions_of'))
        AND (getvariable('hero') IS NULL OR hero)
),
begun AS (
    SELECT
        hand_key,
        whose,
        played_at,
        currency,
        big_bet,
        CASE WHEN
            coalesce(played_at - lag(played_at) OVER (PARTITION BY whose ORDER BY played_at) >= INTERVAL 30 MINUTE, true)
        THEN played_at END AS beginning
    FROM hands JOIN attended USING (hand_key)
    WHERE played_at IS NOT NULL
)
SELECT
    hand_key,
    whose,
    played_at,
    currency,
    big_bet,
    max(beginning) OVER (PARTITION BY whose ORDER BY played_at) AS began
FROM begun;
