-- title: Hands shown at showdown
-- section: showdown 40
-- definition: What players hold at showdown if the text prints their cards, shown or mucked (the same for heroes), by cards drawn in the last draw, for winners (they collected something) and losers. The shares of the ten classes add up to one.
-- numerator: hands of that class
-- denominator: hands at showdown whose cards are printed
-- outcome: made
-- parameters: none
-- chart: stacked

WITH listed AS (
    SELECT
        label,
        hand_key,
        seat,
        seat_line AS line,
        drawn3 AS drawn,
        collected > 0 AS won,
        made_place(number) AS place,
        made_names()[place] AS made
    FROM shown_down
),
counted AS (
    SELECT label, drawn, won, place, count(*) AS hands FROM listed GROUP BY ALL
),
summed AS (
    SELECT label, drawn, won, sum(hands)::BIGINT AS chances, map_from_entries(list((place, hands))) AS hands
    FROM counted
    GROUP BY label, drawn, won
)
SELECT label, drawn, won, made_names()[place] AS made, unnest(rate(coalesce(hands[place], 0), chances))
FROM summed
CROSS JOIN (SELECT unnest(range(1, 11))::INTEGER AS place)
ORDER BY label, drawn, won DESC, place;
