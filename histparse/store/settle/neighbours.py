"""Step 6d, settle: what is found between hands - neighbours at a table, and a tournament with its summary."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from histparse.judging.neighbours import compare, follow
from histparse.model.figures import Figures, Money
from histparse.model.findings import Finding, Rule
from histparse.rules.tournaments import AGAINST_HANDS, TRN06, TRN07, TRN08, TRN09
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.hand_rows import add_finding
from histparse.store.settle.changes import Changes, Pair, append, is_any, run
from histparse.system.resources import query
from histparse.system.streams import as_frame

# --- neighbours ------------------------------------------------------------------------------------------------------

GROUP_SIZE = 25_000
"""Hands put in order together: a million at once would take more memory than an import may."""
TABLES_WITH_GAPS = "SELECT DISTINCT site, table_name FROM hands WHERE in_sequence AND path IN $paths"
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
    UNION ALL SELECT path, line, true FROM set_aside WHERE code <> 'SYN09'
    UNION ALL SELECT path, line, false FROM skipped;
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
    tables_with_gaps = (
        connection.execute(TABLES_WITH_GAPS, {"paths": [*changes.gap_files]}).fetchall() if changes.gap_files else []
    )
    groups = [*_groups(connection, changes.tables | set(tables_with_gaps))]
    paths = pl.DataFrame({"path": [*changes.gap_files]}, {"path": pl.String})
    for group in groups:
        tables = _frame(group.tables)
        run(connection, PLACED, is_new=changes.is_new, tables=tables, beside=paths, gone=changes.removed_places)
        _compare(connection)


def _groups(connection: DuckDBPyConnection, tables: Collection[Pair]) -> Iterator[Group]:
    """The tables in groups of about `GROUP_SIZE` hands: what is played at one table stays together."""
    group = Group()
    for site, name, size in run(connection, SIZES, tables=_frame(tables)).fetchall():
        group.tables.append((site, name))
        group.hands += size
        if group.hands >= GROUP_SIZE:
            yield group
            group = Group()
    if group.hands:
        yield group


def _compare(connection: DuckDBPyConnection) -> None:
    follow(connection)
    connection.execute(RELATIONS)
    connection.execute(FORGET)
    findings = Rows("findings")
    for neighbour in compare(connection):
        add_finding(findings, neighbour.hand_key, None, neighbour.finding)
    append(connection, "findings", findings.whole())


def _frame(tables: Collection[Pair]) -> pl.DataFrame:
    return pl.DataFrame(sorted(tables), {"site": pl.String, "table_name": pl.String}, orient="row")


# --- summaries of tournaments ----------------------------------------------------------------------------------------

Row = Mapping[str, Any]  # Any: columns of many types
OF_THEM = f"code IN ({', '.join(repr(rule.code) for rule in AGAINST_HANDS)})"
"""In SQL, whether a finding is one of these, which are made anew each time."""


def _price(row: Row) -> tuple[str, Figures]:
    stated, cost_by_hand = (Money(row[name], row["currency"]) for name in ("stated", "other"))
    words = "an entry costs {stated} here, {other} by hand {hand}"
    return words, {"stated": stated, "other": cost_by_hand, "hand": row["hand_id"]}


def _result(row: Row) -> tuple[str, Figures]:
    if row["stated"] != row["other"]:
        words = "{name} finished in place {stated} here, in place {other} by hand {hand}"
        return words, {name: row[key] for name, key in _OF_PLACE.items()}
    won = {name: Money(row[name], row["currency"]) for name in ("prize", "won")}
    words = "{name} won {prize} here, {won} by hand {hand}"
    return words, {"name": row["player"], **won, "hand": row["hand_id"]}


_OF_PLACE = {"name": "player", "stated": "stated", "other": "other", "hand": "hand_id"}


def _time(row: Row) -> tuple[str, Figures]:
    if row["played"] < row["began"]:
        words = "hand {hand} began at {played}, before the tournament started at {began} (UTC)"
        return words, {"hand": row["hand_id"], "played": row["played"], "began": row["began"]}
    words = "hand {hand} began at {played}, after the tournament finished at {ended} (UTC)"
    return words, {"hand": row["hand_id"], "played": row["played"], "ended": row["ended"]}


def _counts(row: Row) -> tuple[str, Figures]:
    words = "{stated} {what} of {name} here, {other} in the hands"
    return words, {"stated": row["stated"], "what": row["what"], "name": row["player"], "other": row["other"]}


_SENTENCES: dict[Rule, Callable[[Row], tuple[str, Figures]]] = {
    TRN06: _price,
    TRN07: _result,
    TRN08: _time,
    TRN09: _counts,
}


def forget(connection: DuckDBPyConnection) -> None:
    """Take these findings away; runs before neighbouring hands are compared."""
    connection.execute(f"DELETE FROM findings WHERE {OF_THEM}")  # noqa: S608 - our codes


def renew_summaries(connection: DuckDBPyConnection) -> None:
    """Find anew what contradicts the hands. Runs before the commit."""
    findings = Rows("findings")
    for text_id, finding in contradictions(connection):
        add_finding(findings, None, text_id, finding)
    append(connection, "findings", findings.whole())


def contradictions(connection: DuckDBPyConnection) -> Iterator[tuple[int, Finding]]:
    """What contradicts the hands, with the id of the summary's text."""
    if not is_any(connection, "tournaments"):
        return
    for rule, sentence in _SENTENCES.items():
        for row in as_frame(connection.sql(query(f"tournaments/against_hands/{rule.code}"))).to_dicts():
            words, figures = sentence(row)
            where = {"site": row["site"], "hand_id": f"tournament {row['number']}", "player": row["player"]}
            yield row["text_id"], rule.at(row["path"], row["line"], words, figures, **where)
