-- All pairs of consecutive hands that are to be compared.
-- Reads the relations `following`, `table_hands`, `table_seats` and `no_measure` (see histparse/judging/neighbours/compare.py).

CREATE OR REPLACE TEMP TABLE pairs AS
SELECT
    later.*, earlier.hand_key AS before_key, earlier.hand_id AS before_id, earlier.path AS before_path,
    earlier.line AS before_line, earlier.button AS before_button, earlier.players AS before_players,
    earlier.played_at AS before_played_at,
    abs(epoch(later.played_at) - epoch(earlier.played_at)) <= 600 AS near
FROM following
JOIN table_hands AS later ON following.hand_key = later.hand_key
JOIN table_hands AS earlier ON following.earlier_key = earlier.hand_key
WHERE later.sound AND earlier.sound;

-- A hand of another game or a broken one between two hands of a file: its effect on the stacks is unknown.
CREATE OR REPLACE TEMP TABLE gaps AS
SELECT pairs.hand_key, bool_or(gap.is_broken) AS by_broken
FROM pairs JOIN no_measure AS gap ON pairs.path = gap.path AND pairs.before_path = gap.path
AND gap.line > least(pairs.line, pairs.before_line) AND gap.line < greatest(pairs.line, pairs.before_line)
GROUP BY pairs.hand_key;

-- What the earlier hand left its players. (In two steps: players sit at many tables, and a join by name alone would
-- produce every pair of their hands.)
CREATE OR REPLACE TEMP TABLE left_stacks AS
SELECT pairs.hand_key, earlier.player, earlier.left_with
FROM pairs JOIN table_seats AS earlier ON earlier.hand_key = pairs.before_key
WHERE pairs.near;

-- Players seated in both hands, with what the earlier one left them.
CREATE OR REPLACE TEMP TABLE players_in_both AS
SELECT
    hand_key, later.seat, player, later.line, later.stack, left_stacks.left_with,
    later.stack < left_stacks.left_with AS fell,
    later.stack > left_stacks.left_with AS rose
FROM left_stacks JOIN table_seats AS later USING (hand_key, player);

-- Where the button should be: the next seat that had cards, the next of those still there, or the next at all.
CREATE OR REPLACE TEMP TABLE buttons AS
WITH ahead AS (
    SELECT
        pairs.hand_key, seats.seat, seats.dealt_in, pairs.button,
        -- The distance in seats from the old button, which itself is a whole round away.
        1 + (seats.seat - pairs.before_button - 1 + 1000) % 1000 AS way,
        1 + (pairs.button - pairs.before_button - 1 + 1000) % 1000 AS button_way,
        now.dealt_in IS NOT NULL AND now.dealt_in AS stays
    FROM pairs
    JOIN table_seats AS seats ON seats.hand_key = pairs.before_key
    LEFT JOIN table_seats AS now ON now.hand_key = pairs.hand_key AND now.player = seats.player
    WHERE pairs.near AND pairs.button IS NOT NULL AND pairs.before_button IS NOT NULL
)
SELECT
    hand_key,
    count(*) FILTER (dealt_in AND stays AND way <= button_way) AS steps,
    count(*) FILTER (dealt_in AND stays) AS stayed,
    min_by(seat, way) FILTER (dealt_in) AS next_seat,
    min_by(seat, way) FILTER (dealt_in AND stays) AS next_left,
    min_by(seat, way) AS next_taken
FROM ahead GROUP BY hand_key;

-- Most stacks differ, or the button has skipped somebody and a stack differs: hands are missing between the two. In a
-- cash game chips may be added: only if somebody has less was a hand played.
CREATE OR REPLACE TEMP TABLE missing AS
SELECT
    pairs.hand_key, count(players_in_both.player) AS met, count(*) FILTER (players_in_both.fell OR players_in_both.rose) AS differ,
    coalesce(any_value(buttons.steps), 1) AS steps
FROM pairs JOIN players_in_both USING (hand_key) LEFT JOIN buttons USING (hand_key)
GROUP BY pairs.hand_key
HAVING count(*) FILTER (players_in_both.fell OR players_in_both.rose AND pairs.tournament_id IS NOT NULL) > 0
AND (2 * differ > met OR steps > 1);
