-- Betting round 0: who could be first in, who had to answer a steal, who could raise.

-- Decisions with nothing but folds before them; a newcomer's check ends it.
CREATE OR REPLACE TEMP VIEW unopened AS
FROM chosen_decisions
WHERE round = 0 AND raises = 0 AND calls = 0 AND checks = 0;

-- The blinds' answers to a steal: the one raise so far is an open raise from there, and everybody else has folded.
CREATE OR REPLACE TEMP VIEW steals_faced AS
FROM chosen_decisions
WHERE round = 0
    AND raises = 1 AND calls = 0 AND checks = 0
    AND position IN ('SB', 'BB')
    AND is_steal_position(aggressor_position);

-- Decisions with the right to raise; one that has `met` as many full bets before is no new chance.
CREATE OR REPLACE TEMP VIEW raises_open AS
FROM chosen_decisions
WHERE round = 0 AND may_raise;
