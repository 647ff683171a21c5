-- Hands whose cards are known: seen while they were held, or shown at the end. What is seen tells of all hands, what is
-- shown of those that were worth showing: a player's seen ones stand beside the others' seen ones, their shown ones (a
-- hero's too) beside shown ones, and never one beside the other.

-- Pats by how their cards are known; a hand shown at the end is known back to the draw from which on its player stood pat.
CREATE OR REPLACE TEMP VIEW known_pats AS
SELECT *, 'heroes' AS cards FROM chosen_draws WHERE drawn = 0 AND seen AND number_after IS NOT NULL
UNION ALL
SELECT *, 'shown hands' FROM chosen_draws WHERE drawn = 0 AND printed;

-- Bets in the last round by how the cards of the bettor are known.
CREATE OR REPLACE TEMP VIEW known_bets AS
SELECT *, 'heroes' AS cards
FROM chosen_decisions WHERE round = 3 AND action = 'bet' AND number IS NOT NULL AND seen
UNION ALL
SELECT *, 'shown hands'
FROM chosen_decisions WHERE round = 3 AND action = 'bet' AND number IS NOT NULL AND printed;

-- Hands at showdown that the text prints, shown or mucked.
CREATE OR REPLACE TEMP VIEW shown_down AS
FROM chosen_seats WHERE saw_showdown AND printed;
