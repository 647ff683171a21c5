-- every row belongs to a hand
WITH rows AS (
    SELECT 'texts' AS name, hand_key FROM texts
    UNION ALL SELECT 'seats', hand_key FROM seats
    UNION ALL SELECT 'decisions', hand_key FROM decisions
    UNION ALL SELECT 'draws', hand_key FROM draws
    UNION ALL SELECT 'showdowns', hand_key FROM showdowns
    UNION ALL SELECT 'findings', hand_key FROM findings WHERE hand_key IS NOT NULL
)
SELECT NULL AS site, NULL AS hand_id, name || ' has rows of the hand_key ' || hand_key || ', which no hand has' AS wrong
FROM rows ANTI JOIN hands USING (hand_key) GROUP BY name, hand_key
