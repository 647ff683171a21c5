-- The figures shown with every rate. Everything here is temporary: it is created for each connection.

-- The two ends of the 95 % Wilson interval: `side` is -1 for the lower, 1 for the upper. Null without an opportunity.
CREATE OR REPLACE TEMP MACRO wilson(done, chances, side, z := 1.959963984540054) AS
    CASE WHEN chances > 0 THEN
        (done + z * z / 2 + side * z * sqrt(done::DOUBLE * (chances - done) / chances + z * z / 4)) / (chances + z * z)
    END;

-- `done` of `chances`, as always shown: with the rate and its interval. The ends are kept from rounding past the rate:
-- for 816 of 816 the upper end is 1, not one digit less.
CREATE OR REPLACE TEMP MACRO rate(done, chances) AS {
    'done': done::BIGINT,
    'chances': chances::BIGINT,
    'rate': CASE WHEN chances > 0 THEN done / chances END,
    'low': CASE WHEN chances > 0 THEN least(done / chances, greatest(0.0, wilson(done, chances, -1))) END,
    'high': CASE WHEN chances > 0 THEN greatest(done / chances, least(1.0, wilson(done, chances, 1))) END
};

-- How often each of these actions was taken, a struct each, from a histogram of all that were: `place` is its place here.
CREATE OR REPLACE TEMP MACRO counts(taken, actions) AS
    list_transform(actions, lambda one, place: {'action': one, 'done': coalesce(taken[one], 0), 'place': place});
