"""Step 7, statistics: what a list draws of its hands - the cards dealt, every draw, the cards at the end."""

from __future__ import annotations

import polars as pl

from histparse.stats.identities import identify
from histparse.store import Database
from histparse.system.streams import as_frame

PICTURES = """
    WITH asked AS (SELECT DISTINCT unnest($sites) AS site, unnest($numbers) AS hand_id, unnest($players) AS player),
    there AS (SELECT asked.*, hand_key, big_bet FROM asked JOIN hands USING (site, hand_id)),
    drawn AS (
        SELECT
            hand_key, list({'draw': draw, 'seat': seat, 'drawn': drawn, 'thrown': thrown, 'received': received}
            ORDER BY draw, draw_seq) AS draws
        FROM draws SEMI JOIN there USING (hand_key) GROUP BY hand_key
    )
    SELECT site, hand_id, there.player, big_bet, seat, position, net, dealt, cards, number, folded_in, draws
    FROM there
    LEFT JOIN drawn USING (hand_key)
    LEFT JOIN named_seats AS own
        ON own.hand_key = there.hand_key AND coalesce(own.player = there.player, own.hero) AND own.dealt_in
"""


def pictures(database: Database, rows: pl.DataFrame) -> pl.DataFrame:
    """The seat of the player, or of the hero, in each hand that these rows name by site, number and player; all draws.

    Amounts are in 1/100. There is one row for each hand and player, in no order.
    """
    identify(database.connection).create(PICTURES)
    named = {"sites": "site", "numbers": "hand_id", "players": "player"}
    values = {name: rows[column].to_list() for name, column in named.items()}
    return as_frame(database.connection.sql(PICTURES, params=values))
