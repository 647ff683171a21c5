-- How far amounts spread.

-- The standard deviation of a sample from its sum, the sum of its squares and its size. Sums of squares are of DOUBLE, for
-- those of whole amounts overflow; where all are alike their rounding may come out below zero.
CREATE OR REPLACE TEMP MACRO deviation(total, squares, n) AS
    sqrt(greatest(0.0, squares - total::DOUBLE ** 2 / n) / nullif(n - 1, 0));
