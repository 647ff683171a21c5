-- title: Rank numbers of hands at showdown
-- section: showdown 50
-- definition: The rank numbers of hands at showdown whose cards the text prints, shown or mucked (1 = 7 5 4 3 2, the best, to 7462), by cards drawn in the last draw, for winners and losers: the median and the quartiles.
-- numerator: rank numbers of the hands
-- denominator: hands at showdown whose cards are printed
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT label, hand_key, seat, seat_line AS line, drawn3 AS drawn, collected > 0 AS won, number FROM shown_down
),
counted AS (
    SELECT
        label,
        drawn,
        won,
        count(*) AS hands,
        quantile_disc(number, [0.25, 0.5, 0.75]) AS quarters
    FROM listed
    GROUP BY label, drawn, won
)
SELECT
    * EXCLUDE (quarters), quarters[1] AS better_quarter, quarters[2] AS median, quarters[3] AS worse_quarter
FROM counted
ORDER BY label, drawn, won DESC;
