-- What a player won from each opponent: in each hand what a loser lost goes to the winners, in proportion to what each won.
-- What losers lost beyond that is rake and nobody's. In big bets, rounded to nine digits when all hands are added up.
WITH chosen AS (
    SELECT hand_key, seat, net, hand_currency AS currency, hand_big_bet AS big_bet FROM chosen_seats WHERE net <> 0
),
hand_sums AS (
    -- Where more was won than lost, by a pot that somebody else put up, nobody lost more than they did.
    SELECT hand_key, greatest(sum(net) FILTER (net > 0), -sum(net) FILTER (net < 0)) AS moved
    FROM seats SEMI JOIN chosen USING (hand_key)
    WHERE dealt_in
    GROUP BY hand_key
),
moves AS (
    SELECT
        opponent_seat.player AS opponent,
        chosen.currency,
        chosen.big_bet,
        sign(chosen.net) * abs(chosen.net::DOUBLE * opponent_seat.net) / moved AS won
    FROM chosen
    JOIN hand_sums USING (hand_key)
    JOIN named_seats AS opponent_seat ON opponent_seat.hand_key = chosen.hand_key
    WHERE opponent_seat.dealt_in AND sign(opponent_seat.net) = -sign(chosen.net)
)
SELECT opponent, currency, steady(sum(won / big_bet)) AS won_from
FROM moves
GROUP BY opponent, currency
ORDER BY opponent, currency;
