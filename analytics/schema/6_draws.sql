-- One wide row per player and draw they reached, with the state before it.

CREATE TABLE draws (
    -- who BIGINT NOT NULL: recorded, the row of the player's seat
    -- thrown_count SMALLINT NOT NULL: recorded, cards they discarded before, including unknown ones
    hand_key BIGINT NOT NULL, -- derived
    draw TINYINT NOT NULL,
    draw_seq TINYINT NOT NULL, -- derived
    seat TINYINT NOT NULL, -- derived
    player VARCHAR NOT NULL, -- derived
    drawn TINYINT NOT NULL,
    position position_word, -- derived
    hero BOOLEAN NOT NULL, -- derived
    role role_word, -- derived
    all_in BOOLEAN NOT NULL,
    drawers TINYINT NOT NULL,
    in_position BOOLEAN NOT NULL,
    fewest_before TINYINT, -- derived
    most_before TINYINT, -- derived
    drawn_before TINYINT, -- derived
    fewest_previous TINYINT, -- derived
    most_previous TINYINT, -- derived
    own_checks SMALLINT NOT NULL, -- derived
    own_calls SMALLINT NOT NULL, -- derived
    own_raises SMALLINT NOT NULL, -- derived
    raised BOOLEAN NOT NULL, -- derived
    check_raised BOOLEAN NOT NULL, -- derived
    faced SMALLINT, -- derived
    led BOOLEAN NOT NULL,
    wagers_after SMALLINT NOT NULL, -- derived
    pot BIGINT NOT NULL,
    stub SMALLINT,
    reshuffles TINYINT NOT NULL,
    seen BOOLEAN NOT NULL,
    printed BOOLEAN NOT NULL, -- derived
    held_before VARCHAR,
    thrown_before VARCHAR,
    thrown VARCHAR,
    received VARCHAR,
    held_after VARCHAR,
    number_before SMALLINT,
    number_after SMALLINT,
    p_seven DOUBLE, -- derived
    p_eight DOUBLE, -- derived
    p_nine DOUBLE, -- derived
    draw_line INTEGER NOT NULL
);

COMMENT ON TABLE draws IS 'One row per player and draw they reached, including pat ones. No row = did not reach that draw';
COMMENT ON COLUMN draws.hand_key IS 'The hand';
COMMENT ON COLUMN draws.draw IS 'Draw 1-3';
COMMENT ON COLUMN draws.draw_seq IS 'Order in this draw, from 1';
COMMENT ON COLUMN draws.seat IS 'Seat of the player who draws';
COMMENT ON COLUMN draws.player IS 'Player who draws';
COMMENT ON COLUMN draws.drawn IS 'Cards drawn; 0 = stood pat';
COMMENT ON COLUMN draws.position IS 'Their position by the number dealt in';
COMMENT ON COLUMN draws.hero IS 'Whether the text shows this player''s cards at the deal';
COMMENT ON COLUMN draws.role IS 'Role in betting round 0: first raiser, later raiser, else blind if they posted, else caller';
COMMENT ON COLUMN draws.all_in IS 'Whether they were all-in when they drew';
COMMENT ON COLUMN draws.drawers IS 'Players who take part in this draw';
COMMENT ON COLUMN draws.in_position IS 'Whether they are the last of those who take part in this draw';
COMMENT ON COLUMN draws.fewest_before IS 'Fewest cards an opponent drew before them in this draw, 0 = one stood pat; null = they are first';
COMMENT ON COLUMN draws.most_before IS 'Most cards an opponent drew before them in this draw; null = they are first';
COMMENT ON COLUMN draws.drawn_before IS 'Cards they drew in the previous draw; null in draw 1';
COMMENT ON COLUMN draws.fewest_previous IS 'Fewest cards a still live opponent drew in the previous draw; null in draw 1';
COMMENT ON COLUMN draws.most_previous IS 'Most cards a still live opponent drew in the previous draw; null in draw 1';
COMMENT ON COLUMN draws.own_checks IS 'Their checks in the betting round before this draw';
COMMENT ON COLUMN draws.own_calls IS 'Their calls in the betting round before this draw';
COMMENT ON COLUMN draws.own_raises IS 'Their bets and raises in the betting round before this draw';
COMMENT ON COLUMN draws.raised IS 'Whether they raised in the betting round before this draw; a bet is not a raise';
COMMENT ON COLUMN draws.check_raised IS 'Whether they check-raised in the betting round before this draw';
COMMENT ON COLUMN draws.faced IS 'Most bets and raises out (the big blind is one) when they decided in the round before; null = they had no decision there';
COMMENT ON COLUMN draws.led IS 'Whether they made the last bet or raise of the betting round before this draw';
COMMENT ON COLUMN draws.wagers_after IS 'Their bets and raises in all rounds after this draw';
COMMENT ON COLUMN draws.pot IS 'Chips in the pot';
COMMENT ON COLUMN draws.stub IS 'Cards left before they drew; null = unknown after a reshuffle';
COMMENT ON COLUMN draws.reshuffles IS 'Reshuffles of this hand before they were dealt cards; above 0 the deck consists of discards';
COMMENT ON COLUMN draws.seen IS 'Whether hand, discards and new cards were printed when the draw was made; false = unknown, or inferred later from hands shown, which favours successful draws';
COMMENT ON COLUMN draws.printed IS 'Whether their cards after the draw are those the text prints at the end of the hand, shown or mucked';
COMMENT ON COLUMN draws.held_before IS 'Their five cards before the draw, if known, from the highest down';
COMMENT ON COLUMN draws.thrown_before IS 'Known cards they discarded in earlier draws of this hand';
COMMENT ON COLUMN draws.thrown IS 'Cards they discarded, if known; null when pat';
COMMENT ON COLUMN draws.received IS 'Cards they received, if known; null when pat';
COMMENT ON COLUMN draws.held_after IS 'Their five cards after the draw, if known, from the highest down';
COMMENT ON COLUMN draws.number_before IS 'Rank number of the five cards before the draw: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN draws.number_after IS 'Rank number of the five cards after the draw: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN draws.p_seven IS 'Chance of a seven-low or better with these discards, from the cards they have not seen, ignoring reshuffles; null = pat, or cards unknown';
COMMENT ON COLUMN draws.p_eight IS 'Chance of an eight-low or better with these discards, from the cards they have not seen, ignoring reshuffles; null = pat, or cards unknown';
COMMENT ON COLUMN draws.p_nine IS 'Chance of a nine-low or better with these discards, from the cards they have not seen, ignoring reshuffles; null = pat, or cards unknown';
COMMENT ON COLUMN draws.draw_line IS 'Line of the draw in the hand''s file';
