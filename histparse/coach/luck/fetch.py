"""Coach, luck: the player's hands and draws from the database."""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.luck.observed import Draws, Hands, Integers, Observed
from histparse.odds.card_masks import Masks, masks_in
from histparse.stats import Filters
from histparse.stats.run import ready
from histparse.store import Database
from histparse.system.resources import folder
from histparse.system.streams import as_frame

_CARD = len("2c ")


class Fetched(Struct, frozen=True):
    """What was observed, and of which hands: a row each, with `hand_key`, `seat`, `line` and `currency`."""

    observed: Observed
    rows: pl.DataFrame


def fetch(database: Database, player: str | None, filters: Filters) -> Fetched:
    """All hands of that player, or of all players together, that pass the filters. Raises StatisticsError."""
    hands, draws = (_rows(database, name, player, filters) for name in ("hands", "draws"))
    dealt = _masks(hands, "dealt")
    observed = Hands(
        key=_numbers(hands, "hand_key"),
        net=hands["net"].to_numpy(),
        known=dealt > 0,
        dealt=dealt,
        players=_numbers(hands, "players"),
        place=_numbers(hands, "place"),
    )
    return Fetched(Observed(observed, _draws(draws, hands)), hands)


def _draws(rows: pl.DataFrame, hands: pl.DataFrame) -> Draws:
    numbered = hands.select("hand_key", "seat").with_row_index("hand")
    rows = rows.join(numbered, on=["hand_key", "seat"])
    held, thrown, before, after = (_masks(rows, name) for name in ("held", "thrown", "thrown_before", "after"))
    return Draws(
        hand=_numbers(rows, "hand"),
        draw=_numbers(rows, "draw"),
        kept=held & ~thrown,
        gone=thrown | before,
        after=after,
        pot=rows["pot"].to_numpy(),
        opponents=_numbers(rows, "opponents"),
        low_held=rows["low_held"].to_numpy(),
    )


def _rows(database: Database, name: str, player: str | None, filters: Filters) -> pl.DataFrame:
    sql = (folder("analytics") / "luck" / f"{name}.sql").read_text("utf-8")
    ready(database, [sql], player, filters)
    return as_frame(database.connection.sql(sql))


def _numbers(rows: pl.DataFrame, name: str) -> Integers:
    return np.asarray(rows[name].to_numpy(), np.int64)


def _masks(rows: pl.DataFrame, name: str) -> Masks:
    """A column of cards as bits."""
    width = 1 + max(rows[name].str.len_bytes(), default=0) // _CARD
    return masks_in(rows[name].str.pad_end(_CARD * width).str.join().item(), width)
