-- The result of each hand for each chosen player, with what the seat has of its hand.

CREATE OR REPLACE TEMP VIEW results AS
SELECT
    * RENAME (
        hand_played_at AS played_at, hand_currency AS currency, hand_stakes AS stakes, hand_big_bet AS big_bet
    ),
    net / hand_big_bet AS big_bets
FROM chosen_seats;

-- Real winnings: tournament chips are not winnings and are shown separately, as BB/100.
CREATE OR REPLACE TEMP VIEW money_results AS
FROM results
WHERE currency <> 'chips';
