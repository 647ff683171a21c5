-- What statistics share. Everything here is temporary: it is made anew for each connection and never stored.

-- Done of so many chances, as it is always shown: with the rate and its 95 % Wilson interval, null without a chance.
CREATE OR REPLACE TEMP MACRO wilson_centre(done, chances, z) AS
    (done + z * z / 2) / (chances + z * z);
CREATE OR REPLACE TEMP MACRO wilson_half(done, chances, z) AS
    z * sqrt(done * (chances - done) / chances + z * z / 4) / (chances + z * z);
CREATE OR REPLACE TEMP MACRO rate(done, chances) AS {
    'done': done,
    'chances': chances,
    'rate': CASE WHEN chances > 0 THEN done / chances END,
    'low': CASE WHEN chances > 0
        THEN greatest(0.0, wilson_centre(done, chances, 1.959963984540054) - wilson_half(done, chances, 1.959963984540054)) END,
    'high': CASE WHEN chances > 0
        THEN least(1.0, wilson_centre(done, chances, 1.959963984540054) + wilson_half(done, chances, 1.959963984540054)) END
};
