-- For queries of the user's own: what a player won and drew in each hand, under the name of statistics and reports.

CREATE OR REPLACE TEMP VIEW player_hands AS
SELECT
    identities.player,
    hands.site,
    hands.hand_id,
    hands.played_at,
    hands.stakes,
    hands.currency,
    hands.betting,
    hands.tournament_id,
    hands.players,
    seats.net / hands.big_bet AS big_bets,
    seats.* EXCLUDE (player, hand_played_at, hand_currency, hand_stakes, hand_big_bet, dealt_in)
FROM seats
JOIN hands USING (hand_key)
JOIN identities ON identities.site = hands.site AND identities.name = seats.player
WHERE seats.dealt_in;

COMMENT ON VIEW player_hands IS 'One row per player dealt in and hand: seats, with aliases applied and what is most often needed of the hand';
COMMENT ON COLUMN player_hands.player IS 'The player as statistics name them: an alias, or the name, with its site if it occurs at several';
COMMENT ON COLUMN player_hands.big_bets IS 'Big bets won: net divided by the big bet of the hand';
COMMENT ON VIEW identities IS 'Who is who: a row for each name at a site';
COMMENT ON COLUMN identities.site IS 'The site';
COMMENT ON COLUMN identities.name IS 'Name as the site writes it';
COMMENT ON COLUMN identities.player IS 'The player as statistics name them: an alias, or the name, with its site if it occurs at several';
