-- What a player won from each opponent: in each hand what a loser lost goes to the winners, in proportion to what each won.
-- What losers lost beyond that is rake and nobody's. In big bets, rounded to nine digits when all hands are added up.
WITH own AS (
    SELECT hand_key, seat, net, hand_currency AS currency, hand_big_bet AS big_bet FROM chosen_seats WHERE net <> 0
),
hand_sums AS (
    -- Where more was won than lost, by a pot that somebody else put up, nobody lost more than they did.
    SELECT hand_key, greatest(sum(net) FILTER (net > 0), -sum(net) FILTER (net < 0)) AS moved
    FROM seats SEMI JOIN own USING (hand_key)
    WHERE dealt_in
    GROUP BY hand_key
),
moves AS (
    SELECT
        other.player AS opponent,
        own.currency,
        own.big_bet,
        sign(own.net) * abs(own.net::DOUBLE * other.net) / moved AS won
    FROM own
    JOIN hand_sums USING (hand_key)
    JOIN named_seats AS other ON other.hand_key = own.hand_key
    WHERE other.dealt_in AND sign(other.net) = -sign(own.net)
)
SELECT opponent, currency, steady(sum(won / big_bet)) AS won_from
FROM moves
GROUP BY opponent, currency
ORDER BY opponent, currency;
