-- title: Hands shown at showdown
-- section: showdown 40
-- definition: What players hold at showdown if the text prints their cards, shown or mucked (the same for heroes), by cards drawn in the last draw, for winners (they collected something) and losers. The shares of the ten classes add up to one.
-- numerator: hands of that class
-- denominator: hands at showdown whose cards are printed
-- outcome: made
-- parameters: none
-- chart: stacked

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        drawn3 AS drawn,
        collected > 0 AS won,
        made_place(number) AS place,
        made_names()[place] AS made
    FROM shown_down
),
counted AS (
    SELECT label, drawn, won, count(*) AS chances, unnest(counts(histogram(made), made_names()), recursive := true)
    FROM listed
    GROUP BY label, drawn, won
)
SELECT label, drawn, won, action AS made, unnest(rate(done, chances))
FROM counted
ORDER BY label, drawn, won DESC, place;
