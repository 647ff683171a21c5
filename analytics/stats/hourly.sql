-- title: Per hour
-- section: results 70
-- definition: Results by the hour, by currency. A hand takes until the next one the player is dealt at the same table in the same session; the last one at a table takes as long as the player's median hand. A session takes from the start of its first hand to the end of its last, at whatever tables, so `tables` is how many were played at once. Hands without a time are left out; tournament chips are not winnings. The intervals are those of BB/100, and of the net of a hand, at this number of hands per hour.
-- numerator: chips collected less chips put in
-- denominator: hours of the players' sessions
-- needs: all names
-- parameters: none
-- chart: none

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        player,
        seat_line AS line,
        began,
        site,
        table_name,
        hand_played_at AS played_at,
        hand_currency AS currency,
        money(net, hand_currency) AS net,
        net / hand_big_bet AS big_bets
    FROM attending
    JOIN sessions ON sessions.session_owner = owner_of_sessions(player) AND sessions.half_hour = half_hour(hand_played_at)
    JOIN (SELECT hand_key, site, table_name FROM hands) USING (hand_key)
),
timed AS (
    SELECT *, epoch(lead(played_at) OVER at_table - played_at) AS seconds
    FROM listed
    WINDOW at_table AS (PARTITION BY label, player, currency, began, site, table_name ORDER BY played_at, hand_key)
),
usual AS (
    SELECT label, player, currency, coalesce(median(seconds), 0) AS usual FROM timed GROUP BY label, player, currency
),
attended_sessions AS (
    SELECT
        label,
        player,
        currency,
        began,
        epoch(max(played_at + to_seconds(coalesce(seconds, usual))) - min(played_at)) AS lasted,
        sum(coalesce(seconds, usual)) AS at_tables
    FROM timed JOIN usual USING (label, player, currency)
    GROUP BY label, player, currency, began
),
played AS (
    SELECT
        label,
        currency,
        count(DISTINCT began) AS sessions,
        sum(lasted) / 3600 AS hours,
        sum(at_tables) / nullif(sum(lasted), 0) AS tables
    FROM attended_sessions
    GROUP BY label, currency
),
measured AS (
    SELECT
        label,
        currency,
        count(*) AS hands,
        sum(net)::BIGINT AS net,
        steady(avg(big_bets)) AS big_bets,
        reach(steady(stddev_samp(listed.net)), count(*)) AS half_net,
        reach(steady(stddev_samp(listed.big_bets)), count(*)) AS half
    FROM listed
    GROUP BY label, currency
)
SELECT
    label,
    currency,
    sessions,
    hours,
    tables,
    hands,
    net,
    (net / nullif(hours, 0))::BIGINT AS net_per_hour,
    ((net - half_net * hands) / nullif(hours, 0))::BIGINT AS net_low,
    ((net + half_net * hands) / nullif(hours, 0))::BIGINT AS net_high,
    big_bets * hands / nullif(hours, 0) AS bb_per_hour,
    (big_bets - half) * hands / nullif(hours, 0) AS low_end,
    (big_bets + half) * hands / nullif(hours, 0) AS high_end
FROM played JOIN measured USING (label, currency)
ORDER BY label, hands DESC, currency;
