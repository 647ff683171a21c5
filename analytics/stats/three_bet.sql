-- title: 3-bet
-- section: entry 60
-- sentence: 3-bets before the first draw
-- definition: How often a player makes the third bet before the first draw, the big blind being the first. Full bets are counted: a short all-in and the raise completing it are one. One opportunity per hand.
-- numerator: hands in which they raised with two full bets out
-- denominator: hands in which they had the right to raise with two full bets out
-- parameters: none
-- chart: interval

SELECT label, unnest(rate(count_if(is_wager(action)), count_if(NOT met)))
FROM raises_open
WHERE full_bets = 2
GROUP BY label
ORDER BY label;
