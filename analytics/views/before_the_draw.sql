-- Betting round 0: opportunities to open, to respond to a steal, and to raise.

-- Decisions with only folds before them; a new player's check ends it.
CREATE OR REPLACE TEMP VIEW unopened AS
FROM chosen_decisions
WHERE round = 0 AND raises = 0 AND calls = 0 AND checks = 0;

-- The blinds' responses to a steal: the only raise so far is an open raise from late position, and everybody else has
-- folded.
CREATE OR REPLACE TEMP VIEW steals_faced AS
FROM chosen_decisions
WHERE round = 0
    AND raises = 1 AND calls = 0 AND checks = 0
    AND position IN ('SB', 'BB')
    AND is_steal_position(aggressor_position);

-- Decisions with the right to raise; one that has `met` as many full bets before is not a new opportunity.
CREATE OR REPLACE TEMP VIEW raises_open AS
FROM chosen_decisions
WHERE round = 0 AND may_raise;
