"""Step 5, judging: runs the queries of analytics/neighbours, one per code, and turns their rows into findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from histparse.judging.neighbours.sentences import SENTENCES, Row
from histparse.model.findings import Finding
from histparse.rules import catalogue
from histparse.system.resources import queries, query

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HANDS = {
    "hand_key": "BIGINT",
    "site": "VARCHAR",
    "hand_id": "VARCHAR",
    "table_name": "VARCHAR",
    "tournament_id": "VARCHAR",
    "currency": "VARCHAR",
    "played_at": "TIMESTAMP",
    "button": "INTEGER",
    "players": "INTEGER",
    "sound": "BOOLEAN",
    "path": "VARCHAR",
    "line": "INTEGER",
}
"""Columns of the relation `table_hands`: hands whose numbers give their order. `sound`: complete and without errors or
warnings."""
SEATS = {
    "hand_key": "BIGINT",
    "seat": "INTEGER",
    "player": "VARCHAR",
    "dealt_in": "BOOLEAN",
    "stack": "BIGINT",
    "left_with": "BIGINT",
    "line": "INTEGER",
}
"""Columns of the relation `table_seats`: everybody at the table, with their stacks before and after the hand."""
GAPS = {"path": "VARCHAR", "line": "INTEGER", "is_broken": "BOOLEAN"}
"""Columns of the relation `no_measure`: places of hands that are broken, and of hands of other games."""


class Neighbour(NamedTuple):
    """A finding between a hand and the previous one at the table; it belongs to the later hand."""

    hand_key: int
    finding: Finding


def follow(connection: DuckDBPyConnection) -> None:
    """Make the relation `following`: the hands to be compared, of those in `placed`, each with the one before it."""
    connection.execute(query("neighbours/1_following"))


def compare(connection: DuckDBPyConnection) -> list[Neighbour]:
    """The findings on the hands in `following`, in order of file and line.

    They and those before them are in `table_hands`, their seats in `table_seats`.
    """
    connection.execute(query("neighbours/2_pairs"))
    codes = (file.stem for file in queries("neighbours") if file.stem.startswith("SEQ"))
    found = [each for code in codes for each in _found(connection, code)]
    return sorted(found, key=lambda each: (each.finding.path, each.finding.line, each.finding.code))


def _found(connection: DuckDBPyConnection, code: str) -> Iterator[Neighbour]:
    connection.execute(query(f"neighbours/{code}"))
    names = [column[0] for column in connection.description or ()]
    for values in connection.fetchall():
        row = dict(zip(names, values, strict=True))
        if (finding := _finding(code, row)) is not None:
            yield Neighbour(row["hand_key"], finding)


def _finding(code: str, row: Row) -> Finding | None:
    said = SENTENCES[code](row)
    if said is None:
        return None
    template, figures, severity = said
    finding = catalogue()[code].at(
        row["path"],
        row["at_line"],
        template,
        figures,
        site=row["site"],
        hand_id=row["hand_id"],
        seat=row["seat"],
        player=row["player"],
    )
    return finding if severity is None else replace(finding, severity=severity)
