-- title: 3-bet
-- section: entry 60
-- sentence: 3-bets before the first draw
-- definition: How often a player makes the third bet before the first draw, the big blind being the first. Full bets are counted: a short all-in and the raise completing it are one. Counted once per hand.
-- numerator: hands in which they raised with two full bets out
-- denominator: hands in which they could raise with two full bets out
-- parameters: none
-- chart: interval

WITH listed AS (
    SELECT label, hand_key, seat, decision_line AS line, is_wager(action) AS is_made, NOT met AS opportunity
    FROM raises_open
    WHERE full_bets = 2
)
SELECT label, unnest(rate(count_if(is_made), count_if(opportunity)))
FROM listed
GROUP BY label
ORDER BY label;
