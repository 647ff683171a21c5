-- The hands tell more bounties, rebuys or add-ons of the player than the summary, which counts them all.
WITH played AS (
    SELECT site, tournament_id, player, sum(bounties_won)::INTEGER AS bounties, sum(rebuys)::INTEGER AS rebuys,
        sum(addons)::INTEGER AS addons
    FROM hands JOIN seats USING (hand_key) WHERE tournament_id IS NOT NULL GROUP BY ALL
)
SELECT text_id, summary.site, summary.number, summary.path, summary.first_line AS line, summary.player,
    CASE
        WHEN played.bounties > summary.bounties THEN 'bounties'
        WHEN played.rebuys > summary.own_rebuys THEN 'rebuys'
        WHEN played.addons > summary.own_addons THEN 'add-ons'
    END AS what,
    CASE what WHEN 'bounties' THEN summary.bounties WHEN 'rebuys' THEN summary.own_rebuys ELSE summary.own_addons END AS stated,
    CASE what WHEN 'bounties' THEN played.bounties WHEN 'rebuys' THEN played.rebuys ELSE played.addons END AS other
FROM tournaments AS summary JOIN played USING (site, tournament_id, player)
WHERE summary.match IS NULL AND what IS NOT NULL
ORDER BY ALL
