"""`histparse db info`: what a database holds, in figures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import polars as pl
from msgspec import structs

from histparse import Info
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db, in_words, reading
from histparse.model.plain import count

NONE = "no date"


def run(
    db: Db,
    format: Format = "text",
) -> int:
    """Show size, versions, rows by table, and hands by site and month.

    **Examples**

    - `histparse db info`
    - `histparse db info --format json`
    """
    with reading(db) as store:
        found, by_month = store.info(), store.months()
    lines = _lines(found, by_month, in_words(db))
    answer(structs.asdict(found) | {"months": by_month.to_dicts()}, lines, format)
    return 0


def _lines(found: Info, by_month: pl.DataFrame, db: str) -> Iterator[str]:
    rows = found.rows
    yield f"{found.path}: {_megabytes(found.bytes)}, schema {found.schema}, read by DuckDB {found.duckdb}"
    if found.free_bytes:
        yield f"  {_megabytes(found.free_bytes)} of it free: histparse db compact{db}"
    yield f"  {count(rows['hands'], 'hand')} from {count(rows['files'], 'file')}{_span(found.first, found.last)}"
    if found.judged_by_others:
        yield f"  {count(found.judged_by_others, 'hand')} judged by another version: import the files again"
    for number, words in (
        (rows["set_aside"], f"{count(rows['set_aside'], 'hand')} set aside"),
        (rows["findings"], str(found.findings)),
    ):
        yield f"  {words}{f': histparse db findings{db}' if number else ''}"
    yield f"  rows: {', '.join(f'{table} {number:,}' for table, number in rows.items())}"
    for site, month, hands, cancelled in by_month.rows():
        yield f"  {site:<12} {month or NONE:<8} {hands:>9,}{f'  ({cancelled:,} cancelled)' if cancelled else ''}"


def _span(first: datetime | None, last: datetime | None) -> str:
    return f", {first:%Y-%m-%d} to {last:%Y-%m-%d}" if first and last else ""


def _megabytes(number: int) -> str:
    return f"{number / 1e6:,.1f} MB"
