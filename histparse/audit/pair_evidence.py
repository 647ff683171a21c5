"""Audit: the hands that show most what was found of a pair."""

from __future__ import annotations

import polars as pl

from histparse.store import Database
from histparse.system.streams import as_frame

MOST = 5
"""Hands that are named of a pair."""
_HANDS = """
    SELECT asked.first, asked.second, site || ':' || hand_id || ' ' || path || ':' || first_line AS hand
    FROM (
        SELECT hand_key, a.player AS acting, b.player AS other, x
        FROM audited_{}
        JOIN audited_players AS a ON a.id = first
        JOIN audited_players AS b ON b.id = second
    ) AS rows
    JOIN (SELECT unnest($first) AS first, unnest($second) AS second, unnest($by) AS actor) AS asked
        ON least(acting, other) = asked.first AND greatest(acting, other) = asked.second
    JOIN hands USING (hand_key)
    WHERE actor IS NULL OR actor = acting
    QUALIFY row_number() OVER (PARTITION BY asked.first, asked.second ORDER BY x {}, hand_key, acting) <= $most
    ORDER BY asked.first, asked.second, x {}, hand_key, acting
"""


def evidence(database: Database, told: pl.DataFrame) -> pl.DataFrame:
    """Hands of each pair that was found, the strongest first, with the tables of `pairs_measured`."""
    hands = [pl.DataFrame(schema={"first": pl.String, "second": pl.String, "hand": pl.String})]
    for (name, is_more), pairs in told.filter("found").group_by("test", pl.col("z") > 0, maintain_order=True):
        order = "DESC" if is_more else "ASC"
        asked = {column: pairs[column].to_list() for column in ("first", "second", "by")}
        sql = _HANDS.format(name, order, order)
        hands.append(as_frame(database.connection.sql(sql, params=asked | {"most": MOST})))
    return pl.concat(hands).group_by("first", "second", maintain_order=True).agg(pl.col("hand").alias("evidence"))
