-- Words for acts, positions and hands, as statistics distinguish them.

-- A sum of money; null for tournament chips.
CREATE OR REPLACE TEMP MACRO money(net, currency) AS CASE WHEN currency <> 'chips' THEN net::BIGINT END;

CREATE OR REPLACE TEMP MACRO is_wager(action) AS action IN ('bet', 'raise');
-- An act in one word, a bet or raise in this one.
CREATE OR REPLACE TEMP MACRO act_word(action, wager) AS CASE WHEN is_wager(action) THEN wager ELSE action::VARCHAR END;
CREATE OR REPLACE TEMP MACRO is_steal_position(position) AS position IN ('CO', 'BTN', 'BTN/SB', 'SB');

-- Cards drawn in the last draw, as the river statistics distinguish them.
CREATE OR REPLACE TEMP MACRO pat_one_more(drawn) AS
    CASE WHEN drawn = 0 THEN 'pat' WHEN drawn = 1 THEN '1' WHEN drawn > 1 THEN '2+' END;

-- Cards drawn in one draw, four and five together.
CREATE OR REPLACE TEMP MACRO drawn_word(drawn) AS ['pat', '1', '2', '3', '4+'][least(drawn, 4) + 1];

-- What was drawn before a draw, as a number by which it sorts: 0 = nothing, 10 to 14 in one draw, 50 to 94 in two; and
-- in words: `2-1`. Null where the text lacks a draw before.
CREATE OR REPLACE TEMP MACRO draws_before(draw, drawn1, drawn_before) AS
    CASE draw
        WHEN 1 THEN 0
        WHEN 2 THEN 10 + least(drawn_before, 4)
        WHEN 3 THEN 50 + 10 * least(drawn1, 4) + least(drawn_before, 4)
    END::TINYINT;
CREATE OR REPLACE TEMP MACRO before_word(before) AS
    CASE
        WHEN before = 0 THEN 'deal'
        WHEN before < 50 THEN drawn_word(before - 10)
        ELSE drawn_word(before // 10 - 5) || '-' || drawn_word(before % 10)
    END;

-- Classes of hands at showdown, best first, and the class of a rank number.
CREATE OR REPLACE TEMP MACRO made_names() AS
    ['seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace', 'pair', 'worse'];
CREATE OR REPLACE TEMP MACRO made_place(number) AS
    CASE
        WHEN number <= 4 THEN 1
        WHEN number <= 18 THEN 2
        WHEN number <= 52 THEN 3
        WHEN number <= 121 THEN 4
        WHEN number <= 246 THEN 5
        WHEN number <= 455 THEN 6
        WHEN number <= 784 THEN 7
        WHEN number <= 1278 THEN 8
        WHEN number <= 4138 THEN 9
        ELSE 10
    END;

-- Cards a player drew compared with the fewest an opponent drew.
CREATE OR REPLACE TEMP MACRO fewer_equal_more(drawn, fewest) AS
    CASE WHEN drawn < fewest THEN 'fewer' WHEN drawn = fewest THEN 'equal' WHEN drawn > fewest THEN 'more' END;

-- How many are left in the hand, as betting statistics distinguish them.
CREATE OR REPLACE TEMP MACRO against_one_or_more(live) AS CASE WHEN live > 2 THEN 'two or more' ELSE 'one' END;
