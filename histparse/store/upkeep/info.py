"""Step 6g, upkeep: what a database holds, in figures."""

from __future__ import annotations

from datetime import datetime

import duckdb
import polars as pl
from msgspec import Struct

from histparse.declared import written
from histparse.model.findings import FindingCounts
from histparse.store.database.database import Database
from histparse.store.schema import VERSION
from histparse.system.resources import program
from histparse.system.streams import as_frame

_MONTHS = """
    SELECT site, strftime(played_at, '%Y-%m') AS month, count(*) AS hands, count(*) FILTER (cancelled) AS cancelled
    FROM hands GROUP BY ALL ORDER BY site, month NULLS LAST
"""
_SEVERITIES = "SELECT severity, count(*) FROM findings GROUP BY ALL"
_SPAN = "SELECT min(played_at), max(played_at), count(*) FILTER (program <> $program) FROM hands"


class Info(Struct, frozen=True):
    """A database in figures."""

    path: str
    bytes: int
    """The size of the file, and of the log beside it that DuckDB has not merged yet."""
    free_bytes: int
    """What `compact` gives back of it, approximately."""
    schema: int
    duckdb: str
    """The version of DuckDB that reads it now."""
    program: str
    """The identity of this program."""
    judged_by_others: int
    """Hands judged by another program; `histparse import` of their files judges them again."""
    rows: dict[str, int]
    """How many rows each table has."""
    findings: FindingCounts
    first: datetime | None
    """When the first hand was played, UTC; None if no hand has a date."""
    last: datetime | None


def info(database: Database) -> Info:
    """The figures of that database."""
    ask = database.connection.execute
    with database.refusing():
        sizes = database.sizes()
        first, last, judged_by_others = ask(_SPAN, {"program": program()}).fetchall()[0]
        return Info(
            path=database.path,
            bytes=sizes.bytes,
            free_bytes=sizes.free,
            schema=VERSION,
            duckdb=duckdb.__version__,
            program=program(),
            judged_by_others=judged_by_others,
            rows={table: ask(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in written().tables},  # noqa: S608 - our names
            findings=FindingCounts.of(dict(ask(_SEVERITIES).fetchall())),
            first=first,
            last=last,
        )


def months(database: Database) -> pl.DataFrame:
    """Hands by site and month (UTC), null for those without a date: site, month, hands, cancelled."""
    with database.refusing():
        return as_frame(database.connection.sql(_MONTHS))
