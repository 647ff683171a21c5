"""Step 7, statistics: the ways to group rows, one per file of analytics/groups."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from histparse.stats.catalogue import StatisticsError, parted
from histparse.system.resources import folder

KEYS = ("title", "rows")


class Group(Struct, frozen=True):
    """One file of analytics/groups."""

    name: str
    title: str
    rows: Literal["hands", "seats"]
    """`seats`: the SQL is an expression over a row of a player.

    `hands`: it is a query that returns `hand_key`, `label` and the `place` by which labels are sorted.
    """
    sql: str


def groups(there: Path | None = None) -> dict[str, Group]:
    """All groups by name, which is the file name. Raises StatisticsError for a file with a wrong header."""
    files = sorted((there or folder("analytics") / "groups").glob("*.sql"))
    return {file.stem: _read(file) for file in files}


def _read(file: Path) -> Group:
    said, sql = parted(file, KEYS)
    try:
        return msgspec.convert({"name": file.stem, "sql": sql, **said}, Group)
    except msgspec.ValidationError as error:
        raise StatisticsError(f"{file.name}: rows are `hands` or `seats`, not `{said['rows']}`") from error
