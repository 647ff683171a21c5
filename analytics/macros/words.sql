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
