-- title: RFI by starting hand (heroes)
-- section: starting hands 40
-- definition: How often a player raises before the first draw when everybody before them folded, by position and by the kind of their starting hand. Heroes only, whose cards are seen at the deal; they are compared with other heroes.
-- numerator: open raises
-- denominator: decisions in betting round 0 before which everybody folded, with the first cards known
-- parameters: worst = 52, number of the worst pat hand: 18 = eight, 52 = nine, 121 = ten
-- chart: none

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        position AS opener,
        start_place(pat, keep) AS place,
        start_kinds()[start_place(pat, keep)] AS kind,
        is_wager(action) AS is_made
    FROM unopened
    JOIN (SELECT label, hand_key, seat, pat, keep FROM starting_hands($worst, 0)) USING (label, hand_key, seat)
)
SELECT label, opener, kind, unnest(rate(count_if(is_made), count(*)))
FROM listed
GROUP BY label, opener, place, kind
ORDER BY label, opener, place;
