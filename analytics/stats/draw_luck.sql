-- title: Draw luck
-- section: luck 10
-- definition: Lows made in draws of one or more cards, compared with the chances of making them with the discards chosen, computed exactly over all cards the player had not seen. Only draws whose cards were printed when they were made count: those inferred later, from hands shown at the end, are mostly the lucky ones. A seven is also an eight or better. Opponents who stay in hold low cards, so the true chance of a nine is 0.99 times the computed one, and that of an eight or a seven 0.97 to 1 times. z: standard deviations above expectation, measured from the end of that range closer to the result, 0 within it; 19 of 20 players are between -2 and 2 by chance alone. There is no z if fewer than 5 hits are expected. After a reshuffle the deck consists of discards: those draws are listed separately, their chances are too high, and they have no z. Rows without a draw are all three together.
-- numerator: lows made, of that class or better
-- denominator: sum of the chances to make them
-- needs: drawn cards
-- parameters: none
-- chart: bars

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        draw_line AS line,
        reshuffles > 0 OR drawn > stub AS reshuffled,
        draw,
        number_after,
        p_seven,
        p_eight,
        p_nine
    FROM chosen_draws
    WHERE seen AND p_nine IS NOT NULL AND number_after IS NOT NULL
),
each_draw AS (
    SELECT
        label,
        reshuffled,
        draw,
        count(*) AS draws,
        [
            count(*) FILTER (number_after <= 4),
            count(*) FILTER (number_after <= 18),
            count(*) FILTER (number_after <= 52)
        ] AS hits,
        -- Sums of decimals do not depend on the order in which threads add them up, those of floats do.
        [
            sum(p_seven::DECIMAL(18, 15)), sum(p_eight::DECIMAL(18, 15)), sum(p_nine::DECIMAL(18, 15))
        ] AS expected,
        [
            sum((p_seven ** 2)::DECIMAL(18, 15)),
            sum((p_eight ** 2)::DECIMAL(18, 15)),
            sum((p_nine ** 2)::DECIMAL(18, 15))
        ] AS squares
    FROM listed
    GROUP BY label, reshuffled, draw
),
each_class AS (
    SELECT
        * EXCLUDE (hits, expected, squares),
        unnest(['seven', 'eight', 'nine']) AS made,
        unnest([4, 18, 52]) AS worst,
        unnest([0.97, 0.97, 0.99]) AS least,
        unnest([1.0, 1.0, 0.99]) AS most,
        unnest(hits) AS hits,
        unnest(expected) AS expected,
        unnest(squares) AS squares
    FROM each_draw
),
summed AS (
    SELECT
        label,
        reshuffled,
        draw,
        made,
        worst,
        least,
        most,
        sum(draws)::BIGINT AS draws,
        sum(hits)::BIGINT AS hits,
        sum(expected)::DOUBLE AS expected,
        sum(squares)::DOUBLE AS squares
    FROM each_class
    GROUP BY GROUPING SETS ((label, reshuffled, made, worst, least, most), (label, reshuffled, draw, made, worst, least, most))
)
SELECT
    label,
    reshuffled,
    draw,
    made,
    draws,
    hits,
    expected,
    CASE WHEN NOT reshuffled AND expected >= 5 THEN
        greatest(deviations(hits, most, expected, squares), 0)
        + least(deviations(hits, least, expected, squares), 0)
    END AS z
FROM summed
ORDER BY label, reshuffled, draw NULLS FIRST, worst;
