"""Step 6d, settle: findings from comparing neighbouring hands, renewed beside every hand that came or went."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.judging.neighbours import compare, follow
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.hand_rows import add_finding
from histparse.store.settle.changes import Changes, Pair, allow
from histparse.store.settle.frames import append, run

TOGETHER = 25_000
"""Hands put in order together: a million at once would take more memory than an import may."""
BESIDE = "SELECT DISTINCT site, table_name FROM hands WHERE in_sequence AND path IN $paths"
SIZES = """
    SELECT site, table_name, count(*) FROM hands SEMI JOIN ({tables}) AS tables USING (site, table_name)
    WHERE in_sequence GROUP BY ALL ORDER BY ALL
"""
PLACED = """
    CREATE OR REPLACE TEMP TABLE placed AS
    SELECT hand_key, site, table_name, tournament_id, currency, hand_id,
        {is_new} OR path IN (FROM ({beside})) AS is_new
    FROM hands SEMI JOIN ({tables}) AS tables USING (site, table_name) WHERE in_sequence
    UNION ALL BY NAME
    SELECT *, true AS is_new FROM ({gone}) SEMI JOIN ({tables}) AS tables USING (site, table_name)
"""
RELATIONS = """
    CREATE OR REPLACE TEMP TABLE table_hands AS
    SELECT
        hand_key, site, hand_id, table_name, tournament_id, currency, played_at, button::INTEGER AS button,
        players::INTEGER AS players, NOT cancelled AND rank < 2 AS sound, path, first_line AS line
    FROM hands WHERE hand_key IN (SELECT hand_key FROM following UNION SELECT earlier_key FROM following);

    CREATE OR REPLACE TEMP TABLE table_seats AS
    SELECT hand_key, seat::INTEGER AS seat, player, dealt_in,
        starting_stack AS stack, starting_stack + net AS left_with, seat_line AS line
    FROM seats SEMI JOIN table_hands USING (hand_key);

    CREATE OR REPLACE TEMP VIEW no_measure AS
    SELECT path, line, false AS is_broken FROM findings WHERE hand_key IS NULL AND text_id IS NULL
    UNION ALL SELECT path, line, true FROM set_aside UNION ALL SELECT path, line, false FROM skipped;
"""
FORGET = "DELETE FROM findings WHERE code LIKE 'SEQ%' AND hand_key IN (SELECT hand_key FROM following)"


class Group(Struct):
    """Tables whose hands are put in order together."""

    tables: list[Pair] = field(default_factory=list)
    hands: int = 0


def renew(connection: DuckDBPyConnection, changes: Changes) -> None:
    """Compare hands with those before them: what came, what follows a hand that came or went, or a change between two.

    Runs inside the transaction of the import.
    """
    beside = connection.execute(BESIDE, {"paths": [*changes.beside]}).fetchall() if changes.beside else []
    groups = [*_groups(connection, changes.tables | set(beside))]
    allow(connection, changes, compared=max((group.hands for group in groups), default=0))
    paths = pl.DataFrame({"path": [*changes.beside]}, {"path": pl.String})
    for group in groups:
        tables = _frame(group.tables)
        run(connection, PLACED, is_new=changes.is_new, tables=tables, beside=paths, gone=changes.gone)
        _compare(connection)


def _groups(connection: DuckDBPyConnection, tables: Collection[Pair]) -> Iterator[Group]:
    """The tables in groups of about `TOGETHER` hands: what is played at one table stays together."""
    group = Group()
    for site, name, size in run(connection, SIZES, tables=_frame(tables)).fetchall():
        group.tables.append((site, name))
        group.hands += size
        if group.hands >= TOGETHER:
            yield group
            group = Group()
    if group.hands:
        yield group


def _compare(connection: DuckDBPyConnection) -> None:
    follow(connection)
    connection.execute(RELATIONS)
    connection.execute(FORGET)
    found = Rows("findings")
    for each in compare(connection):
        add_finding(found, each.hand_key, None, each.finding)
    append(connection, "findings", found.whole())


def _frame(tables: Collection[Pair]) -> pl.DataFrame:
    return pl.DataFrame(sorted(tables), {"site": pl.String, "table_name": pl.String}, orient="row")
