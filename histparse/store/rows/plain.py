"""Step 6b, rows: hands that the fast lane found plain, as finished rows of all tables."""

from __future__ import annotations

import polars as pl

from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.rows.plain_rows import plain_rows
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import framed
from histparse.store.rows import derived
from histparse.store.rows.keys import Tables


def finished(outcome: Outcome) -> Tables:
    """The rows by table; `hand_key` is the number of the hand, from 0."""
    tables = {table: framed(table, rows) for table, rows in plain_rows(outcome, columns()).items()}
    hands = derived.hands(tables["hands"])
    seats = tables["seats"]
    of_hand = derived.of_hand(hands)[seats["hand_key"]]
    return tables | {"hands": hands, "seats": pl.concat([seats, of_hand], how="horizontal")}
