-- Betting rounds after a draw: the first decision of a player who drew, with nothing to call, or facing a bet.

CREATE OR REPLACE TEMP VIEW unbet_after_draw AS
FROM chosen_decisions
WHERE round > 0 AND drawn IS NOT NULL AND own_acts = 0 AND to_call = 0;

-- Having checked or not acted yet.
CREATE OR REPLACE TEMP VIEW bets_after_draw AS
FROM chosen_decisions
WHERE round > 0 AND drawn IS NOT NULL AND to_call > 0 AND own_acts = own_checks;
