-- What is asked for. Everything a user types is a variable of the connection (null = no matter): no name is ever part of
-- a query.

CREATE OR REPLACE TEMP MACRO is_asked(player, hero) AS
    (getvariable('player') IS NULL OR player = getvariable('player')) AND (getvariable('hero') IS NULL OR hero);
CREATE OR REPLACE TEMP MACRO is_asked_at(position) AS
    getvariable('position') IS NULL OR position = getvariable('position')::position_word;

CREATE OR REPLACE TEMP VIEW asked_hands AS
FROM hands
WHERE NOT cancelled
    AND (getvariable('site') IS NULL OR site = getvariable('site'))
    AND (getvariable('currency') IS NULL OR currency = getvariable('currency'))
    AND (getvariable('low') IS NULL OR low = getvariable('low'))
    AND (getvariable('high') IS NULL OR high = getvariable('high'))
    AND (getvariable('since') IS NULL OR played_at >= getvariable('since'))
    AND (getvariable('until') IS NULL OR played_at < getvariable('until'))
    AND (getvariable('players') IS NULL OR players = getvariable('players'));

-- Sessions of the player asked for, or of everybody: all hands of all tables in the order of their starts, whatever else
-- is asked for. A gap of 30 minutes begins a new one; hands without a time are in none.
CREATE OR REPLACE TEMP VIEW sessions AS
WITH attended AS (
    FROM hands SEMI JOIN (FROM seats WHERE dealt_in AND is_asked(player, hero)) USING (hand_key)
    WHERE played_at IS NOT NULL
),
begun AS (
    SELECT
        *,
        CASE WHEN
            coalesce(played_at - lag(played_at) OVER (ORDER BY played_at) >= INTERVAL 30 MINUTE, true)
        THEN played_at END AS beginning
    FROM (SELECT hand_key, played_at, currency, big_bet FROM attended)
)
SELECT hand_key, played_at, currency, big_bet, max(beginning) OVER (ORDER BY played_at) AS began
FROM begun;
