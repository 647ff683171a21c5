-- How far figures spread.

-- The standard deviation of a sample from its sum, the sum of its squares and its size. Sums of squares are of DOUBLE, for
-- those of whole amounts overflow; where all are alike their rounding may come out below zero.
CREATE OR REPLACE TEMP MACRO deviation(total, squares, n) AS
    sqrt(greatest(0.0, squares - total::DOUBLE ** 2 / n) / nullif(n - 1, 0));

-- Standard deviations by which hits are above what independent chances promise, each of them being `part` of what was
-- counted: `expected` is the sum of those counted, `squares` that of their squares.
CREATE OR REPLACE TEMP MACRO deviations(hits, part, expected, squares) AS
    (hits - part * expected) / sqrt(nullif(greatest(0.0, part * expected - part ** 2 * squares), 0));
