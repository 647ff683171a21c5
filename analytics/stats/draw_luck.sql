-- title: Draw luck
-- section: luck 10
-- definition: Lows made in draws of one card or more, beside the chances of making them with the discards chosen, counted exactly over all cards the player had not seen; only draws with his hand and discards known. A seven is also an eight or better. After a reshuffle the deck is what people threw: those draws are apart, their chances are too high, and they have no z. z: standard deviations above the chances; 19 of 20 players are between -2 and 2 by chance alone. Without a draw: all three.
-- numerator: lows made, of that class or better
-- denominator: sum of the chances to make them
-- parameters: none
-- chart: bars

WITH each_draw AS (
    SELECT
        label,
        reshuffles > 0 OR drawn > stub AS reshuffled,
        draw,
        count(*) AS draws,
        [4, 18, 52] AS worst,
        [
            count(*) FILTER (number_after <= 4),
            count(*) FILTER (number_after <= 18),
            count(*) FILTER (number_after <= 52)
        ] AS hits,
        [sum(p_seven), sum(p_eight), sum(p_nine)] AS expected,
        [sum(p_seven * (1 - p_seven)), sum(p_eight * (1 - p_eight)), sum(p_nine * (1 - p_nine))] AS variance
    FROM chosen_draws
    WHERE p_nine IS NOT NULL AND number_after IS NOT NULL
    GROUP BY label, reshuffled, draw
),
each_class AS (
    SELECT
        * EXCLUDE (worst, hits, expected, variance),
        unnest(['seven', 'eight', 'nine']) AS made,
        unnest(worst) AS worst,
        unnest(hits) AS hits,
        unnest(expected) AS expected,
        unnest(variance) AS variance
    FROM each_draw
)
SELECT
    label,
    reshuffled,
    draw,
    made,
    sum(draws)::BIGINT AS draws,
    sum(hits)::BIGINT AS hits,
    sum(expected) AS expected,
    CASE WHEN NOT reshuffled THEN (sum(hits) - sum(expected)) / sqrt(nullif(sum(variance), 0)) END AS z
FROM each_class
GROUP BY GROUPING SETS ((label, reshuffled, made, worst), (label, reshuffled, draw, made, worst))
ORDER BY label, reshuffled, draw NULLS FIRST, worst;
