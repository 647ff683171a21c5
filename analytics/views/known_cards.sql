-- Hands whose cards are known: seen while they were held, or shown at the end. Seen hands represent all hands, shown
-- hands only those worth showing: a player's seen hands are compared with others' seen hands, their shown hands
-- (including a hero's) with shown hands, and never one kind with the other.

-- Pat hands by how their cards are known; a hand shown at the end is known from the draw at which its player first
-- stood pat for good.
CREATE OR REPLACE TEMP VIEW known_pats AS
SELECT *, 'heroes' AS cards FROM chosen_draws WHERE drawn = 0 AND seen AND number_after IS NOT NULL
UNION ALL
SELECT d.*, 'shown hands' FROM chosen_draws AS d JOIN showdowns AS s USING (hand_key, seat)
WHERE d.drawn = 0 AND s.cards = d.held_after;

-- Bets in the last round by how the bettor's cards are known.
CREATE OR REPLACE TEMP VIEW known_bets AS
SELECT *, 'heroes' AS cards
FROM chosen_decisions SEMI JOIN (FROM draws WHERE draw = 3 AND seen) USING (hand_key, seat)
WHERE round = 3 AND action = 'bet' AND number IS NOT NULL
UNION ALL
SELECT *, 'shown hands'
FROM chosen_decisions SEMI JOIN showdowns USING (hand_key, seat)
WHERE round = 3 AND action = 'bet' AND number IS NOT NULL;

-- Hands at showdown that the text prints, shown or mucked.
CREATE OR REPLACE TEMP VIEW shown_down AS
FROM chosen_seats SEMI JOIN showdowns USING (hand_key, seat)
WHERE saw_showdown AND number IS NOT NULL;
