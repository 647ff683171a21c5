"""Step 6b, rows: hands that the fast lane found plain, as finished rows of all tables."""

from __future__ import annotations

from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.rows.plain_rows import plain_rows
from histparse.store.observe.columns import recorded_columns
from histparse.store.observe.row_buffer import HANDS, framed
from histparse.store.rows.derived import derived
from histparse.store.rows.keys import Tables


def finished(outcome: Outcome) -> Tables:
    """The rows by table; `hand_key` is the number of the hand, from 0."""
    rows = plain_rows(outcome, {table: recorded_columns(table) for table in HANDS})
    return derived({table: framed(table, values) for table, values in rows.items()})
