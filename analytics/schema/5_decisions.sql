-- One wide row per betting decision, with the state before it. A post is not a decision.
-- Every betting statistic is one scan of this table: the row includes what happened earlier in the round.

CREATE TABLE decisions (
    -- who BIGINT NOT NULL: recorded, the row of the player's seat
    hand_key BIGINT NOT NULL, -- derived
    seq SMALLINT NOT NULL, -- derived
    round TINYINT NOT NULL,
    round_seq SMALLINT NOT NULL, -- derived
    seat TINYINT NOT NULL, -- derived
    player VARCHAR NOT NULL, -- derived
    position position_word, -- derived
    hero BOOLEAN NOT NULL, -- derived
    post VARCHAR, -- derived
    action action_word NOT NULL,
    amount BIGINT NOT NULL,
    all_in BOOLEAN NOT NULL, -- derived
    stack_behind BIGINT NOT NULL,
    bet BIGINT NOT NULL,
    bet_to_match BIGINT NOT NULL,
    to_call BIGINT NOT NULL, -- derived
    unit BIGINT NOT NULL,
    pot BIGINT NOT NULL,
    bets TINYINT NOT NULL,
    full_bets TINYINT NOT NULL,
    short BOOLEAN NOT NULL,
    cap TINYINT,
    wagers SMALLINT NOT NULL, -- derived
    may_raise BOOLEAN NOT NULL,
    met BOOLEAN NOT NULL, -- derived
    live TINYINT NOT NULL,
    all_ins TINYINT NOT NULL,
    in_position BOOLEAN NOT NULL,
    folds SMALLINT NOT NULL, -- derived
    checks SMALLINT NOT NULL, -- derived
    calls SMALLINT NOT NULL, -- derived
    raises SMALLINT NOT NULL, -- derived
    callers SMALLINT NOT NULL, -- derived
    aggressor VARCHAR, -- derived
    aggressor_position position_word, -- derived
    own_acts SMALLINT NOT NULL, -- derived
    own_checks SMALLINT NOT NULL, -- derived
    own_calls SMALLINT NOT NULL, -- derived
    own_raises SMALLINT NOT NULL, -- derived
    own_last action_word, -- derived
    led BOOLEAN,
    drawn TINYINT, -- derived
    fewest_drawn TINYINT, -- derived
    most_drawn TINYINT, -- derived
    number SMALLINT, -- derived
    seen BOOLEAN NOT NULL, -- derived
    printed BOOLEAN NOT NULL, -- derived
    decision_line INTEGER NOT NULL
);

COMMENT ON TABLE decisions IS 'One row per fold, check, call, bet or raise, with the state before it. Amounts in 1/100';
COMMENT ON COLUMN decisions.hand_key IS 'The hand';
COMMENT ON COLUMN decisions.seq IS 'Order among the decisions of the hand, from 1';
COMMENT ON COLUMN decisions.round IS 'Betting round, 0 = before the first draw, to 3';
COMMENT ON COLUMN decisions.round_seq IS 'Order among the decisions of the round, from 1';
COMMENT ON COLUMN decisions.seat IS 'Seat of the player who acts';
COMMENT ON COLUMN decisions.player IS 'Player who acts';
COMMENT ON COLUMN decisions.position IS 'Their position by the number dealt in';
COMMENT ON COLUMN decisions.hero IS 'Whether the text shows this player''s cards at the deal';
COMMENT ON COLUMN decisions.post IS 'Kind of their forced bet in this hand; null = they posted none';
COMMENT ON COLUMN decisions.action IS 'The decision';
COMMENT ON COLUMN decisions.amount IS 'Chips this act put in';
COMMENT ON COLUMN decisions.all_in IS 'Whether the act put in their last chip';
COMMENT ON COLUMN decisions.stack_behind IS 'Their chips behind, before the act';
COMMENT ON COLUMN decisions.bet IS 'Live chips they had in front of them in this round';
COMMENT ON COLUMN decisions.bet_to_match IS 'Chips a player must have in front of them to stay in';
COMMENT ON COLUMN decisions.to_call IS 'The bet to match less their own, even if their stack is smaller; 0 = nothing to call';
COMMENT ON COLUMN decisions.unit IS 'Size of a bet in this round (in pot and no limit the minimum bet)';
COMMENT ON COLUMN decisions.pot IS 'All chips in the pot and in front of the players, before the act';
COMMENT ON COLUMN decisions.bets IS 'Full bets out; the big blind is one. A short all-in and the raise completing it count as one';
COMMENT ON COLUMN decisions.full_bets IS 'Bets out that have full size: excludes a short all-in that the next raise completes';
COMMENT ON COLUMN decisions.short IS 'Whether the last bet or raise was an all-in for less than a full one';
COMMENT ON COLUMN decisions.cap IS 'Bets the house permits in this round; null = no cap';
COMMENT ON COLUMN decisions.wagers IS 'Bets and raises made in the round, of any size; the big blind is one';
COMMENT ON COLUMN decisions.may_raise IS 'Whether they may bet or raise: full bets below the cap, chips beyond the call, another live player with chips, betting open to them';
COMMENT ON COLUMN decisions.met IS 'Whether they already had the right to raise in this round with as many full bets out: not a new opportunity';
COMMENT ON COLUMN decisions.live IS 'Players not folded, including themselves';
COMMENT ON COLUMN decisions.all_ins IS 'Live opponents who are all-in';
COMMENT ON COLUMN decisions.in_position IS 'Whether they are the last of the live players in the order from left of the button';
COMMENT ON COLUMN decisions.folds IS 'Folds before this in the round';
COMMENT ON COLUMN decisions.checks IS 'Checks before this in the round, including their own';
COMMENT ON COLUMN decisions.calls IS 'Calls before this in the round, including their own';
COMMENT ON COLUMN decisions.raises IS 'Bets and raises before this in the round, including their own; posts do not count';
COMMENT ON COLUMN decisions.callers IS 'Calls since the last bet or raise of the round';
COMMENT ON COLUMN decisions.aggressor IS 'Player who made the last bet or raise of the round; null = nobody yet';
COMMENT ON COLUMN decisions.aggressor_position IS 'Position of that player';
COMMENT ON COLUMN decisions.own_acts IS 'Their earlier decisions in this round; 0 = this is their first';
COMMENT ON COLUMN decisions.own_checks IS 'Their earlier checks in this round';
COMMENT ON COLUMN decisions.own_calls IS 'Their earlier calls in this round';
COMMENT ON COLUMN decisions.own_raises IS 'Their earlier bets and raises in this round';
COMMENT ON COLUMN decisions.own_last IS 'Their previous decision in the round; null = this is their first';
COMMENT ON COLUMN decisions.led IS 'Whether they made the last bet or raise of the previous round; null in round 0';
COMMENT ON COLUMN decisions.drawn IS 'Cards they drew in the draw before this round; 0 = stood pat, null in round 0';
COMMENT ON COLUMN decisions.fewest_drawn IS 'Fewest cards an opponent drew in the draw before this round; null in round 0';
COMMENT ON COLUMN decisions.most_drawn IS 'Most cards an opponent drew in the draw before this round; null in round 0';
COMMENT ON COLUMN decisions.number IS 'Rank number of the five cards they held, if known: 1 = best (7 5 4 3 2) to 7462';
COMMENT ON COLUMN decisions.seen IS 'Whether the text printed these five cards when they got them; false = unknown, or inferred later from hands shown';
COMMENT ON COLUMN decisions.printed IS 'Whether the text prints their last five cards at the end of the hand, shown or mucked';
COMMENT ON COLUMN decisions.decision_line IS 'Line of the act in the hand''s file';
