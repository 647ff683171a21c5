-- Draws of a card or more that these players made, told by the text when they were made. A draw for which the stub did not
-- suffice was served after a reshuffle.
SELECT
    draw,
    held_before AS held,
    coalesce(thrown_before, '') AS thrown_before,
    thrown,
    received,
    reshuffles > 0 OR drawn > stub AS reshuffled,
    number_after AS number,
    p_nine
FROM chosen_draws
SEMI JOIN audited_deals USING (hand_key, seat)
WHERE seen AND drawn > 0 AND held_before IS NOT NULL AND received IS NOT NULL;
