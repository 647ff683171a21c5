-- The seats of players who go by another name than in the text; created only if there are such players.

CREATE OR REPLACE TEMP TABLE aliased AS
SELECT hand_key, seat, renamed.player
FROM (FROM seats SEMI JOIN renamed ON seats.player = renamed.name) AS seats
JOIN hands USING (hand_key)
JOIN renamed ON renamed.site = hands.site AND renamed.name = seats.player;
