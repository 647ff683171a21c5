-- From schema 12 to 13: who has folded before a decision no longer counts among those who drew fewest and most.
UPDATE decisions SET fewest_drawn = beside.fewest, most_drawn = beside.most
FROM (
    SELECT own.hand_key, own.seq, min(other.drawn) AS fewest, max(other.drawn) AS most
    FROM decisions AS own
    JOIN draws AS other ON other.hand_key = own.hand_key AND other.draw = own.round AND other.player <> own.player
    ANTI JOIN decisions AS gone ON gone.hand_key = own.hand_key AND gone.round = own.round
        AND gone.player = other.player AND gone.action = 'fold' AND gone.seq < own.seq
    GROUP BY ALL
) AS beside
WHERE decisions.hand_key = beside.hand_key AND decisions.seq = beside.seq AND decisions.folds > 0;
