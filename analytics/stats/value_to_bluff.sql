-- title: Value to bluff
-- section: river 20
-- definition: Bets after the last draw with a made low, per bet without one, if the cards are known: those of heroes, seen while they were held, and separately shown hands, including heroes'. A bluff that works is not shown, so the two are never compared. Raises are not counted. Without a known bluff the ratio is undefined, not zero.
-- numerator: known bets in betting round 3 at or better than the limit
-- denominator: known bets in betting round 3 worse than the limit
-- needs: drawn cards
-- parameters: worst = 121, number of the worst hand bet for value: 18 = eight, 52 = nine, 121 = ten
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        cards,
        number <= $worst AS value,
        number > $worst AS bluffs
    FROM known_bets
),
counted AS (
    SELECT
        label,
        cards,
        count(*) FILTER (value) AS value,
        count(*) FILTER (bluffs) AS bluffs
    FROM listed
    GROUP BY label, cards
)
SELECT *, value / nullif(bluffs, 0) AS ratio
FROM counted
ORDER BY label, cards;
