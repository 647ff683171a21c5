-- One row per hand.

CREATE TABLE hands (
    hand_key BIGINT NOT NULL,
    site VARCHAR NOT NULL,
    hand_id VARCHAR NOT NULL,
    played_at TIMESTAMP,
    zone VARCHAR,
    betting betting_word NOT NULL,
    low_stake BIGINT NOT NULL,
    high_stake BIGINT NOT NULL,
    big_bet BIGINT NOT NULL,
    currency VARCHAR NOT NULL,
    stakes VARCHAR NOT NULL, -- derived
    small_blind BIGINT,
    big_blind BIGINT,
    ante BIGINT,
    stack_cap BIGINT,
    kind VARCHAR,
    mix VARCHAR,
    in_sequence BOOLEAN NOT NULL,
    tournament_id VARCHAR,
    tournament_level VARCHAR,
    buy_in BIGINT,
    buy_in_bounty BIGINT,
    fee BIGINT,
    buy_in_currency VARCHAR,
    table_name VARCHAR NOT NULL,
    table_seats TINYINT,
    button TINYINT,
    players TINYINT NOT NULL,
    hero VARCHAR,
    cancelled BOOLEAN NOT NULL,
    draws TINYINT NOT NULL,
    reshuffles TINYINT NOT NULL,
    showdown BOOLEAN NOT NULL,
    pot BIGINT NOT NULL,
    rake BIGINT NOT NULL,
    path VARCHAR NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    digest BIGINT NOT NULL,
    program VARCHAR NOT NULL,
    rank TINYINT NOT NULL,
    draws_told BOOLEAN NOT NULL
);

COMMENT ON TABLE hands IS 'One row per hand of 2-7 Triple Draw. Amounts in 1/100 of the currency''s unit or chip';
COMMENT ON COLUMN hands.hand_key IS 'Digest of site and hand id: the same in every database; joins all tables';
COMMENT ON COLUMN hands.site IS 'Site whose text this is';
COMMENT ON COLUMN hands.hand_id IS 'The site''s number of the hand, as text';
COMMENT ON COLUMN hands.played_at IS 'Start of the hand, UTC; null if the text gives none';
COMMENT ON COLUMN hands.zone IS 'Time zone as the text writes it';
COMMENT ON COLUMN hands.betting IS 'Betting structure';
COMMENT ON COLUMN hands.low_stake IS 'Small bet in fixed limit, small blind otherwise';
COMMENT ON COLUMN hands.high_stake IS 'Big bet in fixed limit, big blind otherwise';
COMMENT ON COLUMN hands.big_bet IS 'Unit of BB/100: the big bet in fixed limit, two big blinds otherwise';
COMMENT ON COLUMN hands.currency IS 'ISO code; play = play money, chips = tournament chips, ? = the text names none. Never add up different ones';
COMMENT ON COLUMN hands.stakes IS 'Currency, stakes and betting structure in words: `USD 0.50/1`, `USD 1/2 no limit`';
COMMENT ON COLUMN hands.small_blind IS 'Small blind, if the header gives it separately from the bets';
COMMENT ON COLUMN hands.big_blind IS 'Big blind, if the header gives it separately from the bets';
COMMENT ON COLUMN hands.ante IS 'Ante, if the header gives one';
COMMENT ON COLUMN hands.stack_cap IS 'The most a player may put in, at cap tables';
COMMENT ON COLUMN hands.kind IS 'The site''s word for a special table: Zoom, Home Game, ...';
COMMENT ON COLUMN hands.mix IS 'Mix this hand is part of';
COMMENT ON COLUMN hands.in_sequence IS 'Whether the next higher number is the next hand at this table; false at fast-fold tables and in collections';
COMMENT ON COLUMN hands.tournament_id IS 'The site''s number of the tournament; null in cash games';
COMMENT ON COLUMN hands.tournament_level IS 'Level of the tournament as the text writes it';
COMMENT ON COLUMN hands.buy_in IS 'Buy-in of the tournament without bounty and fee, in 1/100 of buy_in_currency';
COMMENT ON COLUMN hands.buy_in_bounty IS 'Part of the buy-in that is a bounty, in 1/100 of buy_in_currency';
COMMENT ON COLUMN hands.fee IS 'Fee of the tournament, in 1/100 of buy_in_currency';
COMMENT ON COLUMN hands.buy_in_currency IS 'Currency of the buy-in; null for points or if the text names none';
COMMENT ON COLUMN hands.table_name IS 'Name of the table';
COMMENT ON COLUMN hands.table_seats IS 'Seats at the table, if the text says so';
COMMENT ON COLUMN hands.button IS 'Seat of the button, perhaps an empty one; null if the text names none';
COMMENT ON COLUMN hands.players IS 'Players dealt in';
COMMENT ON COLUMN hands.hero IS 'Player whose cards the text shows at the deal; null = an observed hand';
COMMENT ON COLUMN hands.cancelled IS 'The site cancelled the hand: nobody is dealt in, won or lost, and it has no decisions or draws';
COMMENT ON COLUMN hands.draws IS 'Draws begun, 0-3';
COMMENT ON COLUMN hands.reshuffles IS 'Reshuffles seen';
COMMENT ON COLUMN hands.showdown IS 'Two or more players were left after the last betting round';
COMMENT ON COLUMN hands.pot IS 'All chips put in, less what was returned uncalled';
COMMENT ON COLUMN hands.rake IS 'Rake: the pot less everything collected';
COMMENT ON COLUMN hands.path IS 'File the hand was read from';
COMMENT ON COLUMN hands.first_line IS 'First line of the hand in that file, from 1';
COMMENT ON COLUMN hands.last_line IS 'Last line of the hand in that file';
COMMENT ON COLUMN hands.digest IS 'Digest of the text, to distinguish a copy from another hand with the same number';
COMMENT ON COLUMN hands.program IS 'Digest of the program that judged the hand';
COMMENT ON COLUMN hands.rank IS 'Worst finding in the text itself: 0 = none, 1 = note, 2 = warning, 3 = error. Of two texts with one number the lower rank is stored';
COMMENT ON COLUMN hands.draws_told IS 'Whether texts of the site print the cards that a hero throws and draws; if not, their hand after a draw is known only when they stand pat';
