"""Step 6d, settle: summaries of tournaments against the hands of the same tournament, in whatever order they came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from duckdb import DuckDBPyConnection

from histparse.model.figures import Figures, Money
from histparse.model.findings import Finding, Rule
from histparse.rules.tournaments import BETWEEN, TRN06, TRN07, TRN08, TRN09
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.findings import add_finding
from histparse.store.settle.frames import append, is_any
from histparse.system.resources import query
from histparse.system.streams import as_frame

Row = Mapping[str, Any]  # Any: columns of many types
OF_THEM = f"code IN ({', '.join(repr(rule.code) for rule in BETWEEN)})"
"""In SQL, whether a finding is one of these, which are made anew each time."""


def _price(row: Row) -> tuple[str, Figures]:
    stated, other = (Money(row[name], row["currency"]) for name in ("stated", "other"))
    words = "an entry costs {stated} here, {other} by hand {hand}"
    return words, {"stated": stated, "other": other, "hand": row["hand_id"]}


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


def renew(connection: DuckDBPyConnection) -> None:
    """Find anew what contradicts the hands. Runs before the commit."""
    found = Rows("findings")
    for text_id, finding in contradictions(connection):
        add_finding(found, None, text_id, finding)
    append(connection, "findings", found.whole())


def contradictions(connection: DuckDBPyConnection) -> Iterator[tuple[int, Finding]]:
    """What contradicts the hands, with the id of the summary's text."""
    if not is_any(connection, "tournaments"):
        return
    for rule, said in _SENTENCES.items():
        for row in as_frame(connection.sql(query(f"tournaments/against_hands/{rule.code}"))).to_dicts():
            words, figures = said(row)
            where = {"site": row["site"], "hand_id": f"tournament {row['number']}", "player": row["player"]}
            yield row["text_id"], rule.at(row["path"], row["line"], words, figures, **where)
