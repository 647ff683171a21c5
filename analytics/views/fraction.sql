-- `done` of `chances` without the rate and its interval, which are slow to plan: they are worked out for many at once.

CREATE OR REPLACE TEMP MACRO fraction(done, chances) AS {'done': done::BIGINT, 'chances': chances::BIGINT};
