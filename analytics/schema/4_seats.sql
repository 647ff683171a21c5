-- One row per player and hand, with what sums need of the hand: joining every seat to its hand takes longer than adding.

CREATE TABLE seats (
    -- who BIGINT: recorded of who is dealt in, the row of the seat
    hand_key BIGINT NOT NULL,
    seat TINYINT NOT NULL,
    player VARCHAR NOT NULL,
    hand_played_at TIMESTAMP, -- derived
    hand_currency VARCHAR NOT NULL, -- derived
    hand_stakes VARCHAR NOT NULL, -- derived
    hand_big_bet BIGINT NOT NULL, -- derived
    hero BOOLEAN NOT NULL, -- derived
    dealt_in BOOLEAN NOT NULL, -- derived
    left_of_button TINYINT,
    position position_word,
    starting_stack BIGINT NOT NULL,
    head_bounty BIGINT,
    post VARCHAR,
    contributed BIGINT NOT NULL,
    collected BIGINT NOT NULL,
    net BIGINT NOT NULL, -- derived
    folded_in TINYINT,
    drawn1 TINYINT,
    drawn2 TINYINT,
    drawn3 TINYINT,
    role role_word, -- derived
    first_act action_word, -- derived
    all_in BOOLEAN NOT NULL,
    saw_showdown BOOLEAN NOT NULL, -- derived
    showed BOOLEAN NOT NULL,
    printed BOOLEAN NOT NULL,
    dealt VARCHAR,
    dealt_number SMALLINT,
    dealt_seen BOOLEAN NOT NULL,
    keep VARCHAR, -- derived
    cards VARCHAR,
    number SMALLINT,
    seat_line INTEGER NOT NULL,
    tournament_place INTEGER, -- derived
    tournament_prize BIGINT, -- derived
    bounties_won INTEGER, -- derived
    bounty_won BIGINT, -- derived
    rebuys INTEGER, -- derived
    addons INTEGER -- derived
);

COMMENT ON TABLE seats IS 'One row per player and hand, including those sitting out. Amounts in 1/100 of the hand''s currency';
COMMENT ON COLUMN seats.hand_key IS 'The hand';
COMMENT ON COLUMN seats.seat IS 'Seat at the table';
COMMENT ON COLUMN seats.player IS 'Name as the text writes it';
COMMENT ON COLUMN seats.hand_played_at IS 'Start of the hand: hands.played_at';
COMMENT ON COLUMN seats.hand_currency IS 'Currency of the hand: hands.currency';
COMMENT ON COLUMN seats.hand_stakes IS 'Stakes of the hand: hands.stakes';
COMMENT ON COLUMN seats.hand_big_bet IS 'Unit of BB/100: hands.big_bet';
COMMENT ON COLUMN seats.hero IS 'Whether the text shows this player''s cards at the deal';
COMMENT ON COLUMN seats.dealt_in IS 'Whether they have cards in this hand and it counts; false = sitting out or cancelled, no opportunity for anything';
COMMENT ON COLUMN seats.left_of_button IS 'Place from left of the button among those dealt in, from 1; null = not dealt in';
COMMENT ON COLUMN seats.position IS 'Position by the number dealt in; heads-up the button is BTN/SB';
COMMENT ON COLUMN seats.starting_stack IS 'Chips before the hand';
COMMENT ON COLUMN seats.head_bounty IS 'Bounty on the player''s head, if the text gives it';
COMMENT ON COLUMN seats.post IS 'Kind of their last forced bet other than an ante; null = they posted none';
COMMENT ON COLUMN seats.contributed IS 'Chips put in, including forced bets, less what was returned uncalled';
COMMENT ON COLUMN seats.collected IS 'Chips taken from the pots';
COMMENT ON COLUMN seats.net IS 'Collected less contributed';
COMMENT ON COLUMN seats.folded_in IS 'Betting round in which they folded, 0-3; null = did not fold';
COMMENT ON COLUMN seats.drawn1 IS 'Cards drawn in draw 1; 0 = stood pat, null = did not reach it';
COMMENT ON COLUMN seats.drawn2 IS 'Cards drawn in draw 2; 0 = stood pat, null = did not reach it';
COMMENT ON COLUMN seats.drawn3 IS 'Cards drawn in draw 3; 0 = stood pat, null = did not reach it';
COMMENT ON COLUMN seats.role IS 'Role in betting round 0: first raiser, later raiser, else blind if they posted, else caller; null = did not reach draw 1';
COMMENT ON COLUMN seats.first_act IS 'Their first decision in betting round 0; null = none, as in a walk or with an all-in blind';
COMMENT ON COLUMN seats.all_in IS 'Whether they put in their last chip';
COMMENT ON COLUMN seats.saw_showdown IS 'Whether they reached showdown: not folded, with two or more left after the last betting round';
COMMENT ON COLUMN seats.showed IS 'Whether they turned up all five cards, at showdown or uncalled';
COMMENT ON COLUMN seats.printed IS 'Whether the text prints their last five cards at the end, shown or mucked: they have a row in showdowns';
COMMENT ON COLUMN seats.dealt IS 'The five cards first dealt, if known, from the highest down';
COMMENT ON COLUMN seats.dealt_number IS 'Rank number of the five cards first dealt: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN seats.dealt_seen IS 'Whether the text shows the five cards at the deal; false with known cards = shown later by a player who always stood pat';
COMMENT ON COLUMN seats.keep IS 'Best cards to keep: the lowest four, three or two different ranks up to eight of the five cards first dealt, from the deuce up, as 2347; empty = fewer than two, null = cards unknown';
COMMENT ON COLUMN seats.cards IS 'The five cards held at the end or when folding, if known, from the highest down';
COMMENT ON COLUMN seats.number IS 'Rank number of the five cards held at the end: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN seats.seat_line IS 'Line of the player''s seat in the hand''s file';
COMMENT ON COLUMN seats.tournament_place IS 'Place in which this hand ended the tournament for them, 1 = it was won; null = no line says so';
COMMENT ON COLUMN seats.tournament_prize IS 'What they got for it, in hands.buy_in_currency; 0 = the line names no prize, null = no place, or not money';
COMMENT ON COLUMN seats.bounties_won IS 'Bounties they won alone in this hand; null = no line says so';
COMMENT ON COLUMN seats.bounty_won IS 'What these brought';
COMMENT ON COLUMN seats.rebuys IS 'Rebuys they made at this hand; null = no line says so';
COMMENT ON COLUMN seats.addons IS 'Add-ons they took at this hand; null = no line says so';
