-- title: Blind defence, by opener
-- section: more 5
-- definition: What a player does in the small or the big blind when somebody has opened with a raise and everybody between has folded, by the opener's position. The three shares add up to one.
-- numerator: hands with that answer
-- denominator: open raises faced in the blinds with only folds between
-- outcome: act
-- parameters: none
-- chart: none

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        decision_line AS line,
        position AS blind,
        aggressor_position AS opener,
        act_word(action, '3-bet') AS act
    FROM chosen_decisions
    WHERE round = 0 AND raises = 1 AND calls = 0 AND checks = 0 AND position IN ('SB', 'BB')
),
counted AS (
    SELECT label, blind, opener, count(*) AS chances,
        unnest(counts(histogram(act), ['fold', 'call', '3-bet']), recursive := true)
    FROM listed
    GROUP BY label, blind, opener
)
SELECT label, blind, opener, action AS act, unnest(rate(done, chances))
FROM counted
ORDER BY label, blind, opener, place;
