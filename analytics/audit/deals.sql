-- The first five cards of players who were seen at the deal: of a hand in which several were, one of them, chosen by its number,
-- so that no two rows are of one deck.
SELECT
    hand_key,
    seat,
    player,
    position::VARCHAR AS position,
    hand_stakes AS stakes,
    hand_played_at AS played_at,
    site,
    table_name,
    hand_id,
    dealt,
    dealt_number AS number,
    -- How many ranks from deuce to seven are among them: what everybody wants to be dealt.
    contains(dealt, '2')::TINYINT + contains(dealt, '3')::TINYINT + contains(dealt, '4')::TINYINT
    + contains(dealt, '5')::TINYINT + contains(dealt, '6')::TINYINT + contains(dealt, '7')::TINYINT AS low,
    cards
FROM chosen_seats
JOIN hands USING (hand_key)
WHERE dealt_seen AND dealt_number IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY hand_key ORDER BY hash(hand_key, seat), seat) = 1;
