"""Coach, luck: the player's hands and draws from the database."""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.luck.histories import Histories, allowed_for, histories, weights
from histparse.coach.luck.observed import Draws, Hands, Integers, Observed
from histparse.coach.luck.unseen import picked_over
from histparse.odds.card_sets import HAND
from histparse.stats import Filters
from histparse.stats.card_columns import masks
from histparse.stats.run import rows_of
from histparse.store import Database
from histparse.system.resources import query
from histparse.system.streams import as_frame


class Fetched(Struct, frozen=True):
    """What was observed, and of which hands: a row each, with `hand_key`, `seat`, `line` and `currency`."""

    observed: Observed
    rows: pl.DataFrame
    allowed: float
    """Big bets per 100 hands that luck may be too large; see `histories.allowed_for`."""


def fetch(database: Database, player: str | None, filters: Filters) -> Fetched:
    """All hands of that player, or of all players together, that pass the filters. Raises StatisticsError."""
    hands, draws = (rows_of(database, f"luck/{name}", player, filters) for name in ("hands", "draws"))
    dealt = masks(hands["dealt"])
    observed = Hands(
        key=_numbers(hands, "hand_key"),
        net=hands["net"].to_numpy(),
        known=dealt > 0,
        dealt=dealt,
        players=_numbers(hands, "players"),
        place=_numbers(hands, "place"),
    )
    known = _histories(database)
    return Fetched(Observed(observed, _draws(draws, hands, known)), hands, allowed_for(known))


def _histories(database: Database) -> Histories:
    """What players did in all hands of the database, whatever the filters: what they hold does not depend on them."""
    rows = as_frame(database.connection.sql(query("luck/histories")))
    heroes, others = rows.filter(pl.col("low").is_not_null()), rows.filter(pl.col("low").is_null())
    return histories(heroes.rows(), others.select("history", "hands").rows())


def _draws(rows: pl.DataFrame, hands: pl.DataFrame, known: Histories) -> Draws:
    numbered = hands.select("hand_key", "seat").with_row_index("hand")
    rows = rows.join(numbered, on=["hand_key", "seat"])
    held, thrown, before, after = (masks(rows[name]) for name in ("held", "thrown", "thrown_before", "after"))
    kept, gone = held & ~thrown, thrown | before
    return Draws(
        hand=_numbers(rows, "hand"),
        draw=_numbers(rows, "draw"),
        kept=kept,
        gone=gone,
        after=after,
        pot=rows["pot"].to_numpy(),
        opponents=_numbers(rows, "opponents"),
        low=picked_over(kept | gone, HAND - np.bitwise_count(kept), rows["others"].to_list(), weights(known)),
    )


def _numbers(rows: pl.DataFrame, name: str) -> Integers:
    return np.asarray(rows[name].to_numpy(), np.int64)
