"""Step 6c, write: findings from comparing neighbouring hands, renewed for every table that got a hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation
from msgspec import Struct, field

from histparse.judging.neighbours import compare
from histparse.store.rows.findings import Findings
from histparse.store.settle.given import given
from histparse.store.write.changes import Pair
from histparse.store.write.insert import append

TOGETHER = 25_000
"""Hands compared together: a million at once would take more memory than an import may."""
SIZES = """
    SELECT site, table_name, count(*) FROM hands SEMI JOIN ({touched}) AS touched USING (site, table_name)
    WHERE in_sequence GROUP BY ALL ORDER BY ALL
"""
# An import may put a hand between two stored ones, so all of a table's pairs are looked at.
RELATIONS = """
    CREATE OR REPLACE TEMP TABLE table_hands AS
    SELECT
        hand_key, site, hand_id, table_name, tournament_id, currency, played_at, button::INTEGER AS button,
        players::INTEGER AS players, NOT cancelled AND rank < 2 AS sound, path, first_line AS line
    FROM hands SEMI JOIN ({touched}) AS touched USING (site, table_name) WHERE in_sequence;

    CREATE OR REPLACE TEMP TABLE table_seats AS
    SELECT hand_key, seat::INTEGER AS seat, player, dealt_in,
        starting_stack AS stack, starting_stack + net AS left_with, seat_line AS line
    FROM seats SEMI JOIN table_hands USING (hand_key);

    CREATE OR REPLACE TEMP VIEW no_measure AS
    SELECT path, line FROM findings WHERE hand_key IS NULL
    UNION SELECT path, line FROM set_aside UNION SELECT path, line FROM skipped;
"""
BESIDE = "SELECT DISTINCT site, table_name FROM hands WHERE in_sequence AND path IN $paths"
FORGET = "DELETE FROM findings WHERE code LIKE 'SEQ%' AND hand_key IN (SELECT hand_key FROM table_hands)"


class Group(Struct):
    """Tables that are compared together."""

    tables: list[Pair] = field(default_factory=list)
    hands: int = 0


def renew(
    connection: DuckDBPyConnection, tables: Collection[Pair], make_room: Callable[[int], object] = lambda _: None
) -> None:
    """Compare the neighbours of all hands at these tables (site, name). Runs inside the transaction of the import.

    `make_room`: called before at most so many hands are compared together.
    """
    groups = [*_groups(connection, tables)]
    make_room(max((group.hands for group in groups), default=0))
    for group in groups:
        _renew(connection, group.tables)


def beside(connection: DuckDBPyConnection, paths: Collection[str]) -> set[Pair]:
    """The tables with hands in these files, in which something between two hands has changed."""
    return set(connection.execute(BESIDE, {"paths": [*paths]}).fetchall()) if paths else set()


def _groups(connection: DuckDBPyConnection, tables: Collection[Pair]) -> Iterator[Group]:
    """The tables in groups of about `TOGETHER` hands: what is played at one table stays together."""
    touched = _touched(connection, tables)
    group = Group()
    for site, name, size in connection.execute(SIZES.format(touched=touched.sql_query())).fetchall():
        group.tables.append((site, name))
        group.hands += size
        if group.hands >= TOGETHER:
            yield group
            group = Group()
    if group.hands:
        yield group


def _renew(connection: DuckDBPyConnection, tables: Collection[Pair]) -> None:
    touched = _touched(connection, tables)
    connection.execute(RELATIONS.format(touched=touched.sql_query()))
    connection.execute(FORGET)
    found = Findings()
    for each in compare(connection):
        found.enter(each.hand_key, None, each.finding)
    append(connection, "findings", found.whole())


def _touched(connection: DuckDBPyConnection, tables: Collection[Pair]) -> DuckDBPyRelation:
    """The tables as a relation; it is there as long as somebody holds it."""
    frame = pl.DataFrame(sorted(tables), {"site": pl.String, "table_name": pl.String}, orient="row")
    return given(connection, frame)
