-- title: Cap
-- section: entry 80
-- sentence: caps the betting before the first draw
-- definition: How often a player makes the last permitted bet before the first draw, the big blind being the first, at houses that permit five or more: where four is the maximum, it is the 4-bet. Full bets are counted: a short all-in and the raise completing it are one. Counted once per hand.
-- numerator: hands in which they raised with all full bets out but the last the house permits
-- denominator: hands in which they could raise with all full bets out but the last the house permits
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, is_wager(action) AS is_made, NOT met AS opportunity
    FROM raises_open
    WHERE full_bets = cap - 1 AND cap <> 4
)
SELECT label, unnest(rate(count_if(is_made), count_if(opportunity)))
FROM listed
GROUP BY label
ORDER BY label;
