-- Tournaments, from the summaries that sites write: one row per summary.

CREATE TABLE tournaments (
    text_id BIGINT NOT NULL,
    site VARCHAR NOT NULL,
    tournament_id VARCHAR NOT NULL,
    number VARCHAR NOT NULL,
    name VARCHAR,
    game VARCHAR,
    match INTEGER,
    speed VARCHAR,
    kind VARCHAR,
    buy_in BIGINT,
    buy_in_bounty BIGINT,
    fee BIGINT,
    buy_in_currency VARCHAR,
    players INTEGER,
    rebuys INTEGER,
    addons INTEGER,
    prize_pool BIGINT,
    prize_pool_currency VARCHAR,
    pays_tickets BOOLEAN NOT NULL,
    target VARCHAR,
    started_at TIMESTAMP,
    finished_at TIMESTAMP,
    zone VARCHAR,
    in_progress BOOLEAN NOT NULL,
    player VARCHAR,
    place INTEGER,
    prize BIGINT,
    prize_currency VARCHAR,
    ticket VARCHAR,
    bounties INTEGER,
    bounty BIGINT,
    bounty_currency VARCHAR,
    own_reentries INTEGER,
    own_rebuys INTEGER,
    own_addons INTEGER,
    cost BIGINT,
    seconds INTEGER,
    listed INTEGER NOT NULL,
    concentration DOUBLE,
    path VARCHAR NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    digest BIGINT NOT NULL,
    program VARCHAR NOT NULL,
    rank TINYINT NOT NULL,
    text VARCHAR NOT NULL
);

COMMENT ON TABLE tournaments IS 'One row per tournament summary, of all games. Amounts in 1/100 of their currency, which is never another''s: points (FPP, SC, FTP) and tournament dollars (T$) have names of their own';
COMMENT ON COLUMN tournaments.text_id IS 'The text at its place, as in set_aside; joins findings';
COMMENT ON COLUMN tournaments.site IS 'Site whose text this is';
COMMENT ON COLUMN tournaments.tournament_id IS 'The site''s number of the tournament; with site it joins hands';
COMMENT ON COLUMN tournaments.number IS 'What no other summary of the site has: the tournament, and where the text says so, the match and the player';
COMMENT ON COLUMN tournaments.name IS 'Name of the tournament; null = the site''s summaries have none';
COMMENT ON COLUMN tournaments.game IS 'Game in the words of the site; mixed = levels of several games';
COMMENT ON COLUMN tournaments.match IS 'Which match of a tournament of several; null = the whole';
COMMENT ON COLUMN tournaments.speed IS 'How fast the levels rise, in the words of the site';
COMMENT ON COLUMN tournaments.kind IS 'What else the site says of it: 6 Handed, knockout, Super Satellite';
COMMENT ON COLUMN tournaments.buy_in IS 'What of the price goes into the prize pool; null = not stated, as for those entered by ticket';
COMMENT ON COLUMN tournaments.buy_in_bounty IS 'What of the price goes to whoever eliminates the player; null = no bounty stated apart';
COMMENT ON COLUMN tournaments.fee IS 'What of the price the house keeps; null = not stated';
COMMENT ON COLUMN tournaments.buy_in_currency IS 'Currency of the price and of cost; play = play money, ? = free and unsaid';
COMMENT ON COLUMN tournaments.players IS 'How many play, as stated; some sites count players and others entries';
COMMENT ON COLUMN tournaments.rebuys IS 'Rebuys of all players';
COMMENT ON COLUMN tournaments.addons IS 'Add-ons of all players';
COMMENT ON COLUMN tournaments.prize_pool IS 'Prize pool without bounties; null = not stated, or not money';
COMMENT ON COLUMN tournaments.prize_pool_currency IS 'Its currency';
COMMENT ON COLUMN tournaments.pays_tickets IS 'Whether prizes are not all money, as in a satellite: what they are worth is not known';
COMMENT ON COLUMN tournaments.target IS 'The tournament to which a satellite leads';
COMMENT ON COLUMN tournaments.started_at IS 'Start (UTC); null = not stated, or in an unknown zone';
COMMENT ON COLUMN tournaments.finished_at IS 'End (UTC); null = not stated';
COMMENT ON COLUMN tournaments.zone IS 'Time zone of the start as the text writes it';
COMMENT ON COLUMN tournaments.in_progress IS 'Whether others were still playing when it was written';
COMMENT ON COLUMN tournaments.player IS 'Whose summary it is; null = the text does not tell';
COMMENT ON COLUMN tournaments.place IS 'Their place';
COMMENT ON COLUMN tournaments.prize IS 'Their prize; 0 = none, null = not known, or not money';
COMMENT ON COLUMN tournaments.prize_currency IS 'Its currency';
COMMENT ON COLUMN tournaments.ticket IS 'A prize that is not money, in the words of the text';
COMMENT ON COLUMN tournaments.bounties IS 'How many players they eliminated for a bounty; null = not stated';
COMMENT ON COLUMN tournaments.bounty IS 'What these bounties brought; null = not stated';
COMMENT ON COLUMN tournaments.bounty_currency IS 'Its currency';
COMMENT ON COLUMN tournaments.own_reentries IS 'Their re-entries; null = none stated';
COMMENT ON COLUMN tournaments.own_rebuys IS 'Their rebuys; null = none stated';
COMMENT ON COLUMN tournaments.own_addons IS 'Their add-ons; null = none stated';
COMMENT ON COLUMN tournaments.cost IS 'What they paid: the price, re-entries, rebuys and add-ons; null = not all of it is known';
COMMENT ON COLUMN tournaments.seconds IS 'How long they played; null = not stated';
COMMENT ON COLUMN tournaments.listed IS 'Lines of the list of players';
COMMENT ON COLUMN tournaments.concentration IS 'Sum of the squares of the prizes'' shares: 1 = all to the winner; null = the list does not have all prizes';
COMMENT ON COLUMN tournaments.path IS 'File';
COMMENT ON COLUMN tournaments.first_line IS 'First line in that file, from 1';
COMMENT ON COLUMN tournaments.last_line IS 'Last line';
COMMENT ON COLUMN tournaments.digest IS 'Digest of its text, without blanks at line ends and empty lines';
COMMENT ON COLUMN tournaments.program IS 'Digest of the program that read it';
COMMENT ON COLUMN tournaments.rank IS 'How unsound it is: four times its worst finding (0 none, 1 note, 2 warning, 3 error), and 2 if others were still playing, 1 if it lists nobody';
COMMENT ON COLUMN tournaments.text IS 'Its lines as the site wrote them';
