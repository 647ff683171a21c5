-- Tournaments, a row each: what summaries and the hero's hands say of them together; what neither says is null.
-- A summary counts for more than the hands, of which some may be missing.

WITH played AS (
    SELECT site, tournament_id, player, any_value(betting::VARCHAR) AS betting, count(*) AS hands, min(played_at) AS began, max(played_at) AS ended,
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
        coalesce(told.site, played.site) AS site,
        coalesce(told.tournament_id, played.tournament_id) AS tournament_id,
        told.match,
        coalesce(told.player, played.player) AS player,
        told.name,
        -- Our own game has one name, whatever a summary calls it; of others the words of the site stay.
        CASE
            WHEN told.game IS NULL THEN '2-7 Triple Draw' || coalesce(' ' || nullif(played.betting, 'fixed limit'), '')
            WHEN told.game ILIKE '%2-7%' AND told.game ILIKE '%triple draw%'
            THEN '2-7 Triple Draw' || coalesce(' ' || lower(nullif(regexp_extract(told.game, '(?i)(pot|no) limit'), '')), '')
            ELSE told.game
        END AS game,
        told.speed,
        told.kind,
        coalesce(told.started_at, played.began) AS started_at,
        coalesce(told.buy_in_currency, played.currency) AS currency,
        coalesce(told.buy_in, played.buy_in) AS buy_in,
        CASE WHEN told.buy_in IS NULL THEN played.buy_in_bounty ELSE told.buy_in_bounty END AS buy_in_bounty,
        CASE WHEN told.buy_in IS NULL THEN played.fee ELSE told.fee END AS fee,
        CASE WHEN coalesce(told.buy_in, played.buy_in) IS NOT NULL THEN 1 + coalesce(told.own_reentries, 0) END AS entries,
        coalesce(told.own_rebuys, played.rebuys) AS rebuys,
        coalesce(told.own_addons, played.addons) AS addons,
        -- What a rebuy costs is not in the hands.
        coalesce(told.cost, CASE
            WHEN told.text_id IS NULL AND played.rebuys IS NULL AND played.addons IS NULL
            THEN played.buy_in + coalesce(played.buy_in_bounty, 0) + coalesce(played.fee, 0)
        END) AS cost,
        coalesce(told.players, reached.players) AS players,
        coalesce(told.place, played.place) AS place,
        CASE WHEN told.prize_currency = told.buy_in_currency THEN told.prize ELSE played.prize END AS prize,
        told.ticket,
        coalesce(told.bounties, played.bounties) AS bounties,
        CASE WHEN told.bounty_currency = told.buy_in_currency THEN told.bounty ELSE played.bounty END AS bounty,
        coalesce(told.pays_tickets, false) AS pays_tickets,
        told.concentration,
        coalesce(
            told.seconds,
            CASE WHEN coalesce(told.place, played.place) = 1 THEN date_diff('second', told.started_at, told.finished_at) END,
            CASE WHEN played.hands > 1 THEN date_diff('second', played.began, played.ended) END
        ) AS seconds,
        coalesce(played.hands, 0) AS hands,
        told.text_id IS NOT NULL AS has_summary
    FROM tournaments AS told
    FULL JOIN played ON told.site = played.site AND told.tournament_id = played.tournament_id AND told.match IS NULL
        AND coalesce(told.player, played.player) = played.player
    LEFT JOIN reached
        ON coalesce(told.site, played.site) = reached.site
        AND coalesce(told.tournament_id, played.tournament_id) = reached.tournament_id
),
named AS (
    SELECT joined.* REPLACE (coalesce(identities.player, joined.player) AS player)
    FROM joined LEFT JOIN identities ON joined.site = identities.site AND joined.player = identities.name
)
SELECT *, prize + CASE WHEN buy_in_bounty IS NULL THEN coalesce(bounty, 0) ELSE bounty END AS winnings, winnings - cost AS net
FROM named
ORDER BY started_at NULLS FIRST, site, tournament_id, match NULLS LAST, player
