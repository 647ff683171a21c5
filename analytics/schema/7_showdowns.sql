-- One row per player whose last five cards the text prints at the end of the hand.

CREATE TABLE showdowns (
    -- who BIGINT NOT NULL: recorded, the row of the player's seat
    hand_key BIGINT NOT NULL, -- derived
    seat TINYINT NOT NULL, -- derived
    player VARCHAR NOT NULL, -- derived
    cards VARCHAR NOT NULL,
    number SMALLINT NOT NULL,
    category VARCHAR NOT NULL, -- derived
    says VARCHAR,
    mucked BOOLEAN NOT NULL,
    contested BOOLEAN NOT NULL,
    drawn3 TINYINT,
    collected BIGINT NOT NULL,
    showdown_line INTEGER NOT NULL
);

COMMENT ON TABLE showdowns IS 'One row per player whose last five cards the text prints, shown or mucked. Amounts in 1/100';
COMMENT ON COLUMN showdowns.hand_key IS 'The hand';
COMMENT ON COLUMN showdowns.seat IS 'Seat of the player';
COMMENT ON COLUMN showdowns.player IS 'The player';
COMMENT ON COLUMN showdowns.cards IS 'Their five cards, from the highest down';
COMMENT ON COLUMN showdowns.number IS 'Rank number of the hand: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN showdowns.category IS 'Class of the hand: seven-low ... ace-low, pair, two pair, ...';
COMMENT ON COLUMN showdowns.says IS 'The site''s own words for the hand';
COMMENT ON COLUMN showdowns.mucked IS 'Whether the player mucked; the text prints their cards anyway';
COMMENT ON COLUMN showdowns.contested IS 'Whether two or more were left after the last betting round';
COMMENT ON COLUMN showdowns.drawn3 IS 'Cards they drew in draw 3; 0 = stood pat, null = the hand did not get there';
COMMENT ON COLUMN showdowns.collected IS 'Chips they took from the pots';
COMMENT ON COLUMN showdowns.showdown_line IS 'Line with the cards';
