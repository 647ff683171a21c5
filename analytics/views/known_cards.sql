-- Hands whose cards are known: seen while they were held, or shown at the end. Seen hands represent all hands, shown
-- hands only those worth showing: a player's seen hands are compared with others' seen hands, their shown hands
-- (including a hero's) with shown hands, and never one kind with the other.

-- Pat hands by how their cards are known; a hand shown at the end is known from the draw at which its player first
-- stood pat for good.
CREATE OR REPLACE TEMP VIEW known_pats AS
SELECT *, 'heroes' AS cards FROM chosen_draws WHERE drawn = 0 AND seen AND number_after IS NOT NULL
UNION ALL
SELECT *, 'shown hands' FROM chosen_draws WHERE drawn = 0 AND printed;

-- Hands of which a hero's cards are seen whatever they drew: where a text prints them only for those who stand pat, seen
-- hands represent pat ones alone.
CREATE OR REPLACE TEMP VIEW hands_with_draws_shown AS
SELECT hand_key FROM hands WHERE draws_told;

-- Bets in the last round by how the bettor's cards are known.
CREATE OR REPLACE TEMP VIEW known_bets AS
SELECT *, 'heroes' AS cards
FROM chosen_decisions SEMI JOIN hands_with_draws_shown USING (hand_key)
WHERE round = 3 AND action = 'bet' AND number IS NOT NULL AND seen
UNION ALL
SELECT *, 'shown hands'
FROM chosen_decisions WHERE round = 3 AND action = 'bet' AND number IS NOT NULL AND printed;

-- Hands at showdown that the text prints, shown or mucked.
CREATE OR REPLACE TEMP VIEW shown_down AS
FROM chosen_seats WHERE saw_showdown AND printed;
