-- every net is what was collected less what was put in
SELECT site, hand_id, player || ' has the net ' || net || ', from ' || collected || ' less ' || contributed AS wrong
FROM hands JOIN seats USING (hand_key) WHERE net <> collected - contributed
