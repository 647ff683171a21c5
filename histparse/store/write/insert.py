"""Step 6c, write: inserts one batch of columns into the tables, leaving out what is there already."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.rows.batch import Frames
from histparse.store.rows.keys import Tables
from histparse.store.rows.same_number import found_in, of_no_hand, reasons, without_clashes
from histparse.store.rows.set_aside import set_aside, without
from histparse.store.write.changes import Changes
from histparse.store.write.forget import (
    forget_aside,
    forget_copies,
    forget_findings,
    forget_hands,
    is_any_aside,
    not_brought,
    release_findings,
    take_back,
    texts_of,
)
from histparse.store.write.given import given
from histparse.store.write.known import Known, compare
from histparse.store.write.memory import allow
from histparse.system.streams import as_frame

_NEW = "FROM ({once}) AS once ANTI JOIN {table} USING ({by})"
"""A frame is read under a name DuckDB generates, so no table in the file can shadow it."""
_PLACE = ("path", "line")


def insert(connection: DuckDBPyConnection, frames: Frames, changes: Changes, *, again: bool) -> int:
    """Insert a batch; `again`: replace what is there. Runs inside the transaction of the import.

    Returns the number of findings it has.
    """
    known = compare(connection, frames, again=again)
    displaced = _make_way(connection, known, changes)
    complete = without(frames.tables, known.clashes)["hands"]
    if is_any_aside(connection):
        forget_aside(connection, complete, _texts(frames.tables), changes)
    tables = _news(connection, frames.tables, known)
    changes.aside.append(tables["set_aside"]["digest"])
    tables |= {name: pl.concat([tables[name], rows]) for name, rows in displaced.items()}
    tables = _each_aside_once(connection, tables, changes, again=again)
    forget_findings(connection, _begun(tables))
    fresh = tables | {"findings": _new_findings(connection, tables["findings"])}
    if changes.measure(pl.concat([fresh[table]["text"] for table in ("texts", "set_aside")])):
        allow(connection, changes)
    for table, rows in fresh.items():
        append(connection, table, rows)
    changes.add(fresh["hands"], fresh["seats"])
    changes.paths.update(fresh["set_aside"]["path"])
    return len(fresh["findings"])


def append(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame) -> None:
    """Append rows to a table of ours.

    What is given to `register` inside a transaction stays in memory until the commit: 190 MB more for 60,000 hands.
    """
    if not frame.is_empty():
        rows = given(connection, frame)
        connection.execute(f"INSERT INTO {table} BY NAME {rows.sql_query()}")


def _make_way(connection: DuckDBPyConnection, known: Known, changes: Changes) -> Tables:
    """Remove stored hands that give way to a text of the batch; returns rows for those now set aside."""
    going = [*known.outgrown, *known.moved, *known.displaced]
    if not going:
        return {}
    changes.removed += len(going)
    allow(connection, changes)
    hands = take_back(connection, going)
    changes.remove(hands)
    changes.displaced.append(hands.filter(~pl.col("hand_key").is_in(known.moved)).select("hand_key", "digest"))
    displaced = hands.join(texts_of(connection, known.displaced), on="hand_key") if known.displaced else hands.clear()
    release_findings(connection, known.displaced)
    forget_hands(connection, going, back=known.moved)
    found = found_in(displaced, known.displaced)
    return {"set_aside": set_aside(displaced, reasons(found)), "findings": of_no_hand(found)} if found else {}


def _begun(tables: Tables) -> pl.DataFrame:
    """Where the hands in a batch begin, including those set aside: path, line."""
    return pl.concat([tables["hands"].select("path", line="first_line"), tables["set_aside"].select(_PLACE)])


def _texts(tables: Tables) -> pl.DataFrame:
    """Place and text of the hands in a batch, including those set aside: path, line, text."""
    columns = (*_PLACE, "text")
    stored = tables["hands"].join(tables["texts"], on="hand_key").select("path", line="first_line", text="text")
    return pl.concat([stored, tables["set_aside"].select(columns)])


def _news(connection: DuckDBPyConnection, tables: Tables, known: Known) -> Tables:
    """The tables of a batch without what is known. Hands whose number is taken are set aside."""
    if known.needless:
        aside = tables["set_aside"].with_row_index("row")
        needless = pl.col("row").is_in(known.needless)
        tables = tables | {
            "set_aside": aside.filter(~needless).drop("row"),
            "findings": not_brought(connection, tables["findings"], aside.filter(needless).drop("row")),
        }
    return without_clashes(without(tables, known.copies), known.clashes)


def _each_aside_once(connection: DuckDBPyConnection, tables: Tables, changes: Changes, *, again: bool) -> Tables:
    """Of a text set aside more than once, here or before, keep the first place, with its findings."""
    if tables["set_aside"].is_empty():
        return tables
    aside = tables["set_aside"].sort(_PLACE)
    first = aside.unique("digest", keep="first", maintain_order=True)
    forget_copies(connection, first, changes, again=again)
    new = _new(connection, "set_aside", first, ("digest",))
    elsewhere = aside.join(new, on=("digest", *_PLACE), how="anti")
    return tables | {"set_aside": new, "findings": not_brought(connection, tables["findings"], elsewhere)}


def _new(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame, by: tuple[str, ...]) -> pl.DataFrame:
    """The distinct rows that the table does not have, compared by those columns."""
    if frame.is_empty():
        return frame
    once = given(connection, frame.unique(by, keep="first", maintain_order=True))
    query = _NEW.format(once=once.sql_query(), table=table, by=", ".join(by))
    return as_frame(connection.sql(query)).cast(frame.schema)


def _new_findings(connection: DuckDBPyConnection, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings of stored hands, and those of no hand unless they are there already."""
    if findings.is_empty():
        return findings
    loose = findings["hand_key"].is_null()
    new = _new(connection, "findings", findings.filter(loose), ("path", "line", "code", "message"))
    return pl.concat([findings.filter(~loose), new])
