-- What each hand brought each chosen player, with the money it was played for.

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

-- What is won and lost for good: tournament chips are no winnings, they stand apart as BB/100.
CREATE OR REPLACE TEMP VIEW money_results AS
FROM results
WHERE currency <> 'chips';
