"""Step 6f, publishing: the rows of each table as they are published, and digests that tell which have changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from histparse.declared import written
from histparse.store.observe.row_buffer import HANDS
from histparse.store.settle.changes import ask, run
from histparse.system.streams import as_frame

WHOLE = tuple(table for table in written().tables if table not in HANDS)
"""Tables that are written whole when any row has changed; the others in parts, each a site and month."""
ALL = ""
"""The only part of such a table."""
UNKNOWN = "unknown"
"""The month of hands without a time."""
GROUP = 122_880
"""Rows that DuckDB keeps together: what is known to be in other ones is not read."""
STRETCHES = defaultdict[str, int](lambda: 2, texts=8)
"""By table, in how many stretches such a group is read, so that each takes some 40 MB."""
_PART = f"site || '/' || coalesce(strftime(played_at, '%Y-%m'), '{UNKNOWN}')"
# All else of a hand follows from its text, its place and the program that judged it.
_MONTHS = f"""
    SELECT {_PART}, hex(sum(hash(hand_key, digest, path, first_line, rank, program)::HUGEINT)), count(*)
    FROM hands GROUP BY ALL ORDER BY ALL
"""  # noqa: S608 - our names
_TOUCHED = f"""
    CREATE OR REPLACE TEMP TABLE touched AS
    SELECT hand_key, {_PART} AS part FROM hands WHERE part IN (SELECT part FROM ({{parts}}))
"""  # noqa: S608 - our names
_GROUPS = "SELECT DISTINCT rowid // {size} FROM {table} SEMI JOIN touched USING (hand_key) ORDER BY ALL"
_DIGESTS = """
    SELECT {part}, count(*) || ' ' || hex(sum(hash(one)::HUGEINT)) FROM ({rows}) AS one
    GROUP BY ALL HAVING count(*) > 0
"""


class Contents:
    """The tables of a database in one transaction, through a connection that it may have temporary tables on."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self.months: dict[str, str] = {}
        """By part, a digest of what the rows of its hands follow from."""
        self.hands = 0
        for part, digest, hands in connection.execute(_MONTHS).fetchall():
            self.months[part] = digest
            self.hands += hands

    def look_at(self, parts: Collection[str]) -> None:
        """Let only hands of these parts be digested and written from now on."""
        run(self._connection, _TOUCHED, parts=pl.DataFrame({"part": [*parts]}, {"part": pl.String}))
        touched = ask(self._connection, "FROM touched ORDER BY hand_key")
        self._parts = sorted(parts)
        self._keys = touched["hand_key"].to_numpy()
        self._part_of_key = touched["part"].cast(pl.Enum(self._parts)).to_physical().cast(pl.Int32).to_numpy()
        self._groups: dict[str, list[int]] = {}

    def digests(self, table: str) -> dict[str, str]:
        """The digest of each part looked at that has rows."""
        part, rows = f"'{ALL}'", _select(table)
        if table in HANDS:
            part = "part"
            rows = f"SELECT one.*, part FROM ({rows} WHERE {self._where(table)}) AS one JOIN touched USING (hand_key)"  # noqa: S608 - our names
        return dict(self._connection.execute(_DIGESTS.format(part=part, rows=rows)).fetchall())

    def rows(self, table: str, parts: Collection[str]) -> Iterator[tuple[str, pl.DataFrame]]:
        """The rows of a table in these parts of those looked at, as they are published, in pieces of any number."""
        if table in WHOLE:
            whole = as_frame(self._connection.sql(_select(table)))
            yield from [(ALL, whole)] if whole.height else []
            return
        length = GROUP // STRETCHES[table]
        for first in (start for group in self._stretches(table) for start in range(group, group + GROUP, length)):
            stretch = as_frame(self._connection.sql(f"{_select(table)} WHERE {_between(first, length)}"))
            for part, piece in self._apart(stretch):
                if part in parts:
                    yield part, piece

    def columns(self, table: str) -> pl.Schema:
        """The columns of a table as they are published: those of hands have their site and month."""
        schema = as_frame(self._connection.sql(f"{_select(table)} LIMIT 0")).schema
        return pl.Schema({**schema, "site": pl.String(), "month": pl.String()}) if table in HANDS else schema

    def _apart(self, rows: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
        """The rows of hands that are looked at, by part."""
        if rows.is_empty():
            return
        keys = rows["hand_key"].to_numpy()
        places = np.searchsorted(self._keys, keys).clip(max=len(self._keys) - 1)
        part = np.where(self._keys[places] == keys, self._part_of_key[places], -1)
        for (number,), piece in (
            rows.with_columns(part=part).partition_by("part", as_dict=True, include_key=False).items()
        ):
            if number >= 0:
                yield self._parts[number], piece

    def _where(self, table: str) -> str:
        """A condition for the rows of groups that have hands looked at."""
        return " OR ".join(_between(group, GROUP) for group in self._stretches(table)) or "false"

    def _stretches(self, table: str) -> list[int]:
        """Where the groups begin that have rows of hands looked at: one column is read to find out."""
        if table not in self._groups:
            found = self._connection.execute(_GROUPS.format(size=GROUP, table=table)).fetchall()
            self._groups[table] = [group * GROUP for (group,) in found]
        return self._groups[table]


def _select(table: str) -> str:
    """A query of the columns of a table as they are published, but for site and month: enums are text."""
    schema = written()
    columns = (
        f"{one.name}::VARCHAR AS {one.name}" if one.kind in schema.types else one.name
        for one in schema.tables[table]
        if table != "hands" or one.name != "site"
    )
    return f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - our names


def _between(first: int, length: int) -> str:
    """Where that many rows from this one on are."""
    return f"rowid BETWEEN {first} AND {first + length - 1}"
