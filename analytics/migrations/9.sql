-- From schema 9 to 10: tournaments, which the next import of their summaries fills; until then such texts are in
-- `skipped`. What hands say of places and prizes is filled in when their files are judged again.
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
UPDATE files SET program = '' WHERE path IN (SELECT path FROM skipped WHERE game = 'tournament summary');
ALTER TABLE seats ADD COLUMN tournament_place INTEGER;
ALTER TABLE seats ADD COLUMN tournament_prize BIGINT;
ALTER TABLE seats ADD COLUMN bounties_won INTEGER;
ALTER TABLE seats ADD COLUMN bounty_won BIGINT;
ALTER TABLE seats ADD COLUMN rebuys INTEGER;
ALTER TABLE seats ADD COLUMN addons INTEGER;
UPDATE files SET stored = (SELECT count(*) FROM hands WHERE hands.path = files.path);
