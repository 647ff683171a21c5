-- title: Hand number at showdown
-- section: showdown 50
-- definition: The numbers of the hands at showdown whose cards are known (1 = 7 5 4 3 2, the best, to 7462), by cards drawn in the last draw, for winners and losers: the one in the middle, and the ends of the middle half.
-- numerator: numbers of the hands
-- denominator: hands at showdown with cards known
-- parameters: none
-- chart: bars

SELECT
    label,
    drawn3 AS drawn,
    collected > 0 AS won,
    count(*) AS hands,
    quantile_disc(number, 0.25) AS better_quarter,
    quantile_disc(number, 0.5) AS median,
    quantile_disc(number, 0.75) AS worse_quarter
FROM chosen_seats
WHERE saw_showdown AND number IS NOT NULL
GROUP BY label, drawn, won
ORDER BY label, drawn, won DESC;
