"""Step 7, statistics: the ways to group rows, one per file of analytics/groups."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from histparse.stats.catalogue import NAMES, StatisticsError, header_and_sql
from histparse.system.resources import folder

KEYS = ("title", "rows", "needs")


class Group(Struct, frozen=True):
    """One file of analytics/groups."""

    name: str
    title: str
    rows: Literal["hands", "players", "opponents", "seats"]
    """`seats`: the SQL is an expression over a row of a player.

    `hands` and `players`: it is a query that returns `hand_key`, for players `seat` too, then `label` and the `place`
    by which labels are sorted. A player's hand may have several labels: it counts for each. `opponents`: as `players`,
    and the labels are other players, who need as many hands together as the filter `min_hands` says.
    """
    sql: str
    needs: Literal["", "all names"] = ""

    @property
    def needs_names(self) -> bool:
        """Whether its labels tell players apart."""
        return self.needs == NAMES

    @property
    def label(self) -> str:
        """The expression of the label of a row."""
        return self.sql if self.rows == "seats" else f"placed_{self.name}.label"

    @property
    def join(self) -> str:
        """What a row is joined with; empty: nothing."""
        keys = {"hands": "hand_key", "players": "hand_key, seat", "opponents": "hand_key, seat"}
        return f"JOIN placed_{self.name} USING ({keys[self.rows]})" if self.rows in keys else ""


def groups(there: Path | None = None) -> dict[str, Group]:
    """All groups by name, which is the file name. Raises StatisticsError for a file with a wrong header."""
    files = sorted((there or folder("analytics") / "groups").glob("*.sql"))
    return {file.stem: _read(file) for file in files}


@cache
def _read(file: Path) -> Group:
    header, sql = header_and_sql(file, KEYS, frozenset({"needs"}))
    try:
        return msgspec.convert({"name": file.stem, "sql": sql, **header}, Group)
    except msgspec.ValidationError as error:
        raise StatisticsError(
            f"{file.name}: rows are `hands`, `players`, `opponents` or `seats`, not `{header['rows']}`; a group needs "
            f"`{NAMES}`, or nothing"
        ) from error
