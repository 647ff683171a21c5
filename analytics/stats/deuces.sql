-- title: Deuces (heroes)
-- section: starting hands 50
-- definition: How many of a player's starting hands have a deuce, the card all good hands need: among all dealt to them, and among those with which they reached the first draw. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: hands with a deuce
-- denominator: hands whose first cards are known
-- parameters: shown = 0, 1 counts hands shown at the end by players who never drew instead of those seen at the deal
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, which, contains(dealt, '2') AS is_made
    FROM starting_hands(0, $shown) CROSS JOIN (SELECT unnest(['dealt', 'drawn to']) AS which)
    WHERE which = 'dealt' OR drawn1 IS NOT NULL
)
SELECT label, which, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, which
ORDER BY label, which;
