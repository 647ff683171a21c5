-- The result of each hand for each chosen player, with its stakes.

CREATE OR REPLACE TEMP VIEW results AS
SELECT
    s.*,
    h.hand_id,
    h.played_at,
    h.currency,
    h.betting,
    h.low_stake,
    h.high_stake,
    h.big_bet,
    h.pot,
    h.rake,
    s.net / h.big_bet AS big_bets
FROM chosen_seats AS s
JOIN hands AS h USING (hand_key);

-- Real winnings: tournament chips are not winnings and are shown separately, as BB/100.
CREATE OR REPLACE TEMP VIEW money_results AS
FROM results
WHERE currency <> 'chips';
