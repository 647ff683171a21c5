-- The player's draws of a card or more, seen as they were made and before any reshuffle. `low_held`: how many more low cards
-- the opponents were dealt than five cards have by chance, if each was dealt what heroes are who draw as many cards first, or fold
-- before the draw; twenty hands by chance are added to those counted.
WITH told AS (
    SELECT drawn1, count(*) AS hands, sum(length(regexp_replace(dealt, '[^2-8]', '', 'g'))) AS low
    FROM seats
    WHERE dealt_in AND dealt_seen AND dealt IS NOT NULL
    GROUP BY drawn1
),
beyond_chance AS (SELECT drawn1, (low - hands * 35 / 13) / (hands + 20) AS low_held FROM told),
each_seat AS (
    SELECT seats.hand_key, seats.seat, coalesce(low_held, 0)::DECIMAL(18, 15) AS low_held
    FROM seats LEFT JOIN beyond_chance ON seats.drawn1 IS NOT DISTINCT FROM beyond_chance.drawn1
    WHERE dealt_in
),
of_all AS (SELECT hand_key, sum(low_held) AS low_held FROM each_seat GROUP BY hand_key)
SELECT
    own.hand_key,
    own.seat,
    own.draw,
    own.held_before AS held,
    own.thrown,
    coalesce(own.thrown_before, '') AS thrown_before,
    own.held_after AS after,
    own.pot / hands.big_bet AS pot,
    own.drawers - 1 AS opponents,
    (of_all.low_held - each_seat.low_held)::DOUBLE AS low_held
FROM chosen_draws AS own
JOIN hands USING (hand_key)
JOIN of_all USING (hand_key)
JOIN each_seat ON each_seat.hand_key = own.hand_key AND each_seat.seat = own.seat
WHERE own.seen AND own.drawn > 0 AND own.reshuffles = 0 AND own.drawn <= own.stub
    AND own.held_before IS NOT NULL AND own.held_after IS NOT NULL
ORDER BY own.hand_key, own.seat, own.draw;
