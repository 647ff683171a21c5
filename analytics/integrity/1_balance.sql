-- nets and rake add up to zero
SELECT site, hand_id, 'the nets add up to ' || sum(net) || ', the rake is ' || any_value(rake) AS wrong
FROM hands JOIN seats USING (hand_key) GROUP BY site, hand_id, hand_key HAVING sum(net) + any_value(rake) <> 0
