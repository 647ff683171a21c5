-- The result of each hand for each chosen player.

CREATE OR REPLACE TEMP VIEW results AS
SELECT *, net / big_bet AS big_bets
FROM chosen_seats;

-- Real winnings: tournament chips are not winnings and are shown separately, as BB/100.
CREATE OR REPLACE TEMP VIEW money_results AS
FROM results
WHERE currency <> 'chips';
