-- Tournaments, a row each: what summaries and the hero's hands say of them together; what neither says is null.
-- A summary counts for more than the hands, of which some may be missing.

WITH played AS (
    SELECT site, tournament_id, player, any_value(betting::VARCHAR) AS betting, count(*) AS hands,
        min(played_at) AS first_hand_at, max(played_at) AS last_hand_at,
        any_value(buy_in) AS buy_in, any_value(buy_in_bounty) AS buy_in_bounty, any_value(fee) AS fee,
        any_value(buy_in_currency) AS currency, max_by(tournament_place, played_at) AS place, sum(tournament_prize)::BIGINT AS prize,
        sum(bounty_won)::BIGINT AS bounty, sum(bounties_won)::INTEGER AS bounties,
        sum(seats.rebuys)::INTEGER AS rebuys, sum(seats.addons)::INTEGER AS addons
    FROM hands JOIN seats USING (hand_key)
    WHERE tournament_id IS NOT NULL AND seats.hero
    GROUP BY site, tournament_id, player
),
reached AS (
    SELECT site, tournament_id, greatest(max(tournament_place), max(players)) AS players
    FROM hands JOIN seats USING (hand_key) WHERE tournament_id IS NOT NULL GROUP BY site, tournament_id
),
joined AS (
    SELECT
        coalesce(summary.site, played.site) AS site,
        coalesce(summary.tournament_id, played.tournament_id) AS tournament_id,
        summary.match,
        coalesce(summary.player, played.player) AS player,
        summary.name,
        -- Our own game has one name, whatever a summary calls it; of others the words of the site stay.
        CASE
            WHEN summary.game IS NULL THEN '2-7 Triple Draw' || coalesce(' ' || nullif(played.betting, 'fixed limit'), '')
            WHEN summary.game ILIKE '%2-7%' AND summary.game ILIKE '%triple draw%'
            THEN '2-7 Triple Draw' || coalesce(' ' || lower(nullif(regexp_extract(summary.game, '(?i)(pot|no) limit'), '')), '')
            ELSE summary.game
        END AS game,
        summary.speed,
        summary.kind,
        coalesce(summary.started_at, played.first_hand_at) AS started_at,
        coalesce(summary.buy_in_currency, played.currency) AS currency,
        coalesce(summary.buy_in, played.buy_in) AS buy_in,
        CASE WHEN summary.buy_in IS NULL THEN played.buy_in_bounty ELSE summary.buy_in_bounty END AS buy_in_bounty,
        CASE WHEN summary.buy_in IS NULL THEN played.fee ELSE summary.fee END AS fee,
        CASE WHEN coalesce(summary.buy_in, played.buy_in) IS NOT NULL THEN 1 + coalesce(summary.own_reentries, 0) END AS entries,
        coalesce(summary.own_rebuys, played.rebuys) AS rebuys,
        coalesce(summary.own_addons, played.addons) AS addons,
        -- What a rebuy costs is not in the hands.
        coalesce(summary.cost, CASE
            WHEN summary.text_id IS NULL AND played.rebuys IS NULL AND played.addons IS NULL
            THEN played.buy_in + coalesce(played.buy_in_bounty, 0) + coalesce(played.fee, 0)
        END) AS cost,
        coalesce(summary.players, reached.players) AS players,
        coalesce(summary.place, played.place) AS place,
        CASE WHEN summary.prize_currency = summary.buy_in_currency THEN summary.prize ELSE played.prize END AS prize,
        summary.ticket,
        coalesce(summary.bounties, played.bounties) AS bounties,
        CASE WHEN summary.bounty_currency = summary.buy_in_currency THEN summary.bounty ELSE played.bounty END AS bounty,
        coalesce(summary.pays_tickets, false) AS pays_tickets,
        summary.concentration,
        coalesce(
            summary.seconds,
            CASE WHEN coalesce(summary.place, played.place) = 1 THEN date_diff('second', summary.started_at, summary.finished_at) END,
            CASE WHEN played.hands > 1 THEN date_diff('second', played.first_hand_at, played.last_hand_at) END
        ) AS seconds,
        coalesce(played.hands, 0) AS hands,
        summary.text_id IS NOT NULL AS has_summary
    FROM tournaments AS summary
    FULL JOIN played ON summary.site = played.site AND summary.tournament_id = played.tournament_id AND summary.match IS NULL
        AND coalesce(summary.player, played.player) = played.player
    LEFT JOIN reached
        ON coalesce(summary.site, played.site) = reached.site
        AND coalesce(summary.tournament_id, played.tournament_id) = reached.tournament_id
),
named AS (
    SELECT joined.* REPLACE (coalesce(identities.player, joined.player) AS player)
    FROM joined LEFT JOIN identities ON joined.site = identities.site AND joined.player = identities.name
)
SELECT *, prize + CASE WHEN buy_in_bounty IS NULL THEN coalesce(bounty, 0) ELSE bounty END AS winnings, winnings - cost AS net
FROM named
ORDER BY started_at NULLS FIRST, site, tournament_id, match NULLS LAST, player
