-- What follows, for every decision, from what was recorded, the seats and the draws: by window functions over all hands.
-- Players are told apart by name: where somebody broke a text, two can have one seat.
WITH base AS (
    SELECT d.hand_key, round, player, seq, decision_line, action, amount, stack_behind, bet, bet_to_match, bets, full_bets, may_raise,
        s.position, s.hero, s.post, s.printed, dealt_number, dealt_seen,
        action IN ('bet', 'raise') AS is_wager
    FROM decisions AS d JOIN seats AS s USING (hand_key, seat, player)
),
beside AS (
    SELECT hand_key, draw AS round, player, drawn, number_after, seen AS draw_seen FROM draws
),
-- Of those who have not folded before the decision.
opponents AS (
    SELECT own.hand_key, own.seq, min(draws.drawn) AS fewest_drawn, max(draws.drawn) AS most_drawn
    FROM decisions AS own JOIN draws ON draws.hand_key = own.hand_key AND draw = own.round AND draws.player <> own.player
    WHERE NOT EXISTS (
        FROM decisions AS gone WHERE gone.hand_key = own.hand_key AND gone.player = draws.player
            AND gone.round = own.round AND gone.action = 'fold' AND gone.seq < own.seq
    )
    GROUP BY ALL
),
counted AS (
    SELECT *,
        row_number() OVER of_hand AS place,
        row_number() OVER of_round AS round_seq,
        first_value(bets) OVER of_round AS blinds,
        count(*) FILTER (action = 'fold') OVER before AS folds,
        count(*) FILTER (action = 'check') OVER before AS checks,
        count(*) FILTER (action = 'call') OVER before AS calls,
        count(*) FILTER (is_wager) OVER before AS raises,
        last_value(CASE WHEN is_wager THEN player END IGNORE NULLS) OVER before AS aggressor,
        last_value(CASE WHEN is_wager THEN position::VARCHAR END IGNORE NULLS) OVER before AS aggressor_position,
        row_number() OVER own - 1 AS own_acts,
        count(*) FILTER (action = 'check') OVER own_before AS own_checks,
        count(*) FILTER (action = 'call') OVER own_before AS own_calls,
        count(*) FILTER (is_wager) OVER own_before AS own_raises,
        lag(action) OVER own AS own_last,
        coalesce(bool_or(may_raise) OVER at_level, false) AS met
    FROM base LEFT JOIN beside USING (hand_key, round, player) LEFT JOIN opponents USING (hand_key, seq)
    WINDOW of_hand AS (PARTITION BY hand_key ORDER BY decision_line, seq),
        of_round AS (PARTITION BY hand_key, round ORDER BY seq),
        before AS (
            PARTITION BY hand_key, round ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ),
        own AS (PARTITION BY hand_key, round, player ORDER BY seq),
        own_before AS (
            PARTITION BY hand_key, round, player ORDER BY seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ),
        at_level AS (
            PARTITION BY hand_key, round, player, full_bets ORDER BY seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        )
)
SELECT hand_key, place AS seq, round_seq, position, hero, post, printed,
    amount > 0 AND amount >= stack_behind AS all_in,
    greatest(bet_to_match - bet, 0) AS to_call,
    raises + blinds AS wagers,
    met, folds, checks, calls, raises,
    calls - coalesce(max(CASE WHEN is_wager THEN calls END) OVER (
        PARTITION BY hand_key, round ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 0) AS callers,
    aggressor, aggressor_position, own_acts, own_checks, own_calls, own_raises, own_last,
    drawn, fewest_drawn, most_drawn,
    CASE WHEN round = 0 THEN dealt_number ELSE number_after END AS number,
    coalesce(CASE WHEN round = 0 THEN dealt_seen ELSE draw_seen END AND number IS NOT NULL, false) AS seen
FROM counted
