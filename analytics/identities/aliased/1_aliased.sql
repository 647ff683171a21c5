-- The seats of players who go by another name than in the text; created only if there are such players.

CREATE OR REPLACE TEMP TABLE others AS FROM identities WHERE player <> name;

CREATE OR REPLACE TEMP TABLE aliased AS
SELECT hand_key, seat, others.player
FROM (FROM seats SEMI JOIN others ON seats.player = others.name) AS seats
JOIN hands USING (hand_key)
JOIN others ON others.site = hands.site AND others.name = seats.player;
