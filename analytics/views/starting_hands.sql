-- Starting hands by the best cards to keep.

-- Seats whose first cards are known: seen at the deal or, on request, shown at the end by players who never drew.
-- `pat`: the rank number of a low up to the limit, else null.
CREATE OR REPLACE TEMP MACRO starting_hands(worst, shown) AS TABLE
    SELECT *, CASE WHEN dealt_number <= worst THEN dealt_number END AS pat
    FROM (
        FROM chosen_seats WHERE dealt_seen AND shown = 0
        UNION ALL
        FROM chosen_seats WHERE printed AND dealt = cards AND coalesce(greatest(drawn1, drawn2, drawn3), 0) = 0 AND shown = 1
    );

CREATE OR REPLACE TEMP MACRO start_kinds() AS ['pat', 'one card', 'two cards', 'three cards', 'other'];
CREATE OR REPLACE TEMP MACRO start_place(pat, keep) AS
    CASE WHEN pat IS NOT NULL THEN 1 WHEN keep = '' THEN 5 ELSE 6 - length(keep) END;

-- `2347`, or for a pat hand its class: `eight`. Null if nothing is worth keeping.
CREATE OR REPLACE TEMP MACRO start_keep(pat, keep) AS
    CASE WHEN pat IS NULL THEN nullif(keep, '') ELSE made_names()[made_place(pat)] END;

-- Open: four ranks in a row; gutshot: four within five. Null for all but one-card draws.
CREATE OR REPLACE TEMP MACRO straight_draw(keep) AS
    CASE WHEN regexp_full_match(keep, '\d{4}') THEN
        CASE ascii(keep[4]) - ascii(keep[1]) WHEN 3 THEN 'open' WHEN 4 THEN 'gutshot' END
    END;

-- The class of a starting hand, as a number by which it sorts - hundreds for its kind, then a pat hand's class or how
-- its best cards to keep begin and end - and what is kept in words.
CREATE OR REPLACE TEMP MACRO start_class(pat, keep) AS
    100 * start_place(pat, keep)
    + CASE
        WHEN pat IS NOT NULL THEN made_place(pat)
        WHEN keep = '' THEN 0
        WHEN keep[1] <> '2' THEN 3
        WHEN keep[-1] = '8' THEN 2
        ELSE 1
    END;
CREATE OR REPLACE TEMP MACRO kept_word(class) AS
    CASE
        WHEN class < 200 THEN made_names()[class - 100]
        WHEN class < 500 THEN ['2 to 7', '2 to 8', 'no 2'][class % 100]
        ELSE 'none'
    END;
