-- title: Sessions
-- section: results 60
-- definition: Results by session and currency, all stakes together: net (not of tournament chips), and big bets per 100 hands with Student's interval. A gap of 30 minutes between the starts of two hands of a player, at whatever table, begins a new session. Times are in the zone that is set, else UTC; hands without a time belong to no session.
-- numerator: chips collected less chips put in
-- denominator: hands dealt in
-- needs: all names
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        began,
        hand_played_at AS played_at,
        hand_currency AS currency,
        money(net, hand_currency) AS net,
        net / hand_big_bet AS big_bets
    FROM attending JOIN sessions ON sessions.session_owner = owner_of_sessions(player) AND sessions.half_hour = half_hour(hand_played_at)
),
measured AS (
    SELECT
        label,
        began,
        date_diff('minute', began, max(played_at)) AS minutes,
        currency,
        count(*) AS hands,
        sum(net)::BIGINT AS net,
        steady(sum(big_bets)) AS big_bets,
        steady(100 * avg(listed.big_bets)) AS bb100,
        reach(steady(100 * stddev_samp(listed.big_bets)), count(*)) AS half
    FROM listed
    GROUP BY label, began, currency
)
SELECT * EXCLUDE (half) REPLACE (in_zone(began) AS began), bb100 - half AS low_end, bb100 + half AS high_end
FROM measured
ORDER BY label, began, currency;
