"""Step 6b, rows: hands that the fast lane found plain, as finished rows of all tables."""

from __future__ import annotations

import polars as pl

from histparse.columnar.lane import Outcome
from histparse.columnar.plain_rows import plain_rows
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import framed
from histparse.store.rows import derived


def finished(outcome: Outcome, first_hand: int) -> dict[str, pl.DataFrame]:
    """The rows by table; `hand_key` is the number of the hand in the batch, from `first_hand`."""
    tables = {table: framed(table, rows) for table, rows in plain_rows(outcome, columns()).items()}
    hands = derived.hands(tables["hands"])
    seats = tables["seats"]
    of_hand = derived.of_hand(hands)[seats["hand_key"]]
    tables |= {"hands": hands, "seats": pl.concat([seats, of_hand], how="horizontal")}
    return {table: rows.with_columns(pl.col("hand_key") + first_hand) for table, rows in tables.items()}
