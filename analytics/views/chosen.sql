-- The rows a statistic counts: those of the player asked for, or everybody's. Its `label` says whose they are.
-- The player's name is a variable of the connection: a name is never part of a query.

CREATE OR REPLACE TEMP VIEW chosen_seats AS
SELECT *, coalesce(getvariable('player'), 'all players') AS label
FROM seats
WHERE dealt_in AND (getvariable('player') IS NULL OR player = getvariable('player'));

CREATE OR REPLACE TEMP VIEW chosen_decisions AS
SELECT *, coalesce(getvariable('player'), 'all players') AS label
FROM decisions
WHERE getvariable('player') IS NULL OR player = getvariable('player');

CREATE OR REPLACE TEMP VIEW chosen_draws AS
SELECT *, coalesce(getvariable('player'), 'all players') AS label
FROM draws
WHERE getvariable('player') IS NULL OR player = getvariable('player');
