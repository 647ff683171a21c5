-- Measures of spread.

-- A mean or deviation without its last digits, in which sums of fractions differ with the order in which rows are read.
-- What is added lies beyond that error: a mean that ends in 5 in the tenth place, as of halves, is always rounded up.
CREATE OR REPLACE TEMP MACRO steady(figure) AS round(figure + 3e-11, 9);

-- The standard deviation of a sample from its sum, the sum of its squares and its size. Sums of squares are DOUBLE,
-- because those of integers overflow; if all values are equal, rounding may give a negative result.
CREATE OR REPLACE TEMP MACRO deviation(total, squares, n) AS
    sqrt(greatest(0.0, squares - total::DOUBLE ** 2 / n) / nullif(n - 1, 0));

-- By how many standard deviations hits exceed what independent chances predict, each true chance being `part` of the
-- one computed: `expected` is the sum of the computed chances, `squares` that of their squares.
CREATE OR REPLACE TEMP MACRO deviations(hits, part, expected, squares) AS
    (hits - part * expected) / sqrt(nullif(greatest(0.0, part * expected - part ** 2 * squares), 0));

-- How many standard errors the 95 % interval of a mean extends to either side: Student's t by degrees of freedom,
-- tabulated values first, then Fisher's expansion about the normal distribution; both to six decimals.
CREATE OR REPLACE TEMP MACRO student(freedom) AS
    CASE WHEN freedom BETWEEN 1 AND 19 THEN [
        12.70620474, 4.30265273, 3.18244631, 2.77644511, 2.57058184, 2.44691185, 2.36462425,
        2.30600414, 2.26215716, 2.22813885, 2.20098516, 2.17881283, 2.16036866, 2.14478669,
        2.13144955, 2.11990530, 2.10981558, 2.10092204, 2.09302405
    ][freedom]::DOUBLE
    WHEN freedom > 19 THEN
        1.959963984540054::DOUBLE + 2.3722712302985620 / freedom + 2.8224986157396112 / freedom ** 2
        + 2.5558496795077220 / freedom ** 3 + 1.5895340533938225 / freedom ** 4
    END;

-- Half the 95 % interval of a mean.
CREATE OR REPLACE TEMP MACRO reach(deviation, n) AS student(n - 1) * deviation / sqrt(n);
