-- title: Stack before the hand, in big bets
-- rows: players

SELECT
    hand_key,
    seat,
    starting_stack / hand_big_bet AS big_bets,
    CASE WHEN big_bets < 5 THEN 'below 5' WHEN big_bets < 10 THEN '5 to 10' WHEN big_bets < 20 THEN '10 to 20'
    WHEN big_bets < 40 THEN '20 to 40' ELSE '40 and more' END AS label,
    big_bets AS place
FROM named_seats JOIN counted_hands USING (hand_key)
WHERE dealt_in AND is_requested(player)
