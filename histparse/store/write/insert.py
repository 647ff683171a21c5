"""Step 6c, write: one batch of columns goes into the tables; what is there already does not go in again."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct
from msgspec.structs import asdict

from histparse.model.findings import Finding
from histparse.rules.text import SYN07
from histparse.store.observe.row_buffer import HANDS, Rows
from histparse.store.rows.aside import Reason, take_out
from histparse.store.rows.batch import Frames
from histparse.store.write.forget import forget_aside, forget_findings, forget_hands, not_brought
from histparse.store.write.known import Known, Stored, compare

Tables = dict[str, pl.DataFrame]

_NEW = "FROM ({once}) AS once ANTI JOIN {table} USING ({by})"
"""A frame is read under a name DuckDB makes up: no table of the file has it."""


class Outcome(Struct):
    """What became of a batch."""

    stored: int
    duplicates: int
    set_aside: int
    """Hands set aside, those known from before too."""
    findings: int
    changed: set[str]
    """Paths of which the database has other hands than before."""


def insert(connection: DuckDBPyConnection, frames: Frames, base: int) -> Outcome:
    """Insert a batch whose hands get the keys from `base` on. Runs inside the transaction of the import."""
    known = compare(connection, frames)
    changed = forget_hands(connection, known.outgrown)
    read = _texts(frames, range(len(frames.texts)), frames.tables["set_aside"])
    changed |= forget_aside(connection, _without(frames.tables["hands"], known.clashes), read)
    tables = _news(connection, frames, known)
    aside = _new(connection, "set_aside", tables["set_aside"], ("digest",))
    forget_findings(connection, _texts(frames, tables["hands"]["hand_key"], aside))
    tables = _numbered(tables, len(frames.texts), base)
    fresh = {**tables, "set_aside": aside, "findings": _new_findings(connection, tables["findings"])}
    for table, rows in fresh.items():
        append(connection, table, rows)
    return Outcome(
        stored=len(fresh["hands"]),
        duplicates=len(known.copies) + len(known.needless),
        set_aside=len(tables["set_aside"]),
        findings=len(fresh["findings"]),
        changed=changed.union(fresh["hands"]["path"], fresh["set_aside"]["path"]),
    )


def append(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame) -> None:
    """Append rows to a table of ours.

    What is given to `register` inside a transaction stays in memory until the commit: 190 MB more for 60,000 hands.
    """
    if not frame.is_empty():
        rows = connection.from_arrow(frame)
        connection.execute(f"INSERT INTO {table} BY NAME {rows.sql_query()}")


def _texts(frames: Frames, keys: Iterable[int], aside: pl.DataFrame) -> pl.DataFrame:
    """The texts of those hands of a batch and of those set aside, and where they stand."""
    told = aside.select("path", "line", "text")
    texts = [(text.path, text.line, text.text) for text in map(frames.texts.__getitem__, keys)]
    return pl.concat([pl.DataFrame(texts, told.schema, orient="row"), told])


def _news(connection: DuckDBPyConnection, frames: Frames, known: Known) -> Tables:
    """The tables of a batch less what is known. Hands whose number is taken are set aside."""
    tables = _without_clashes(frames, known.clashes) if known.clashes else frames.tables
    if known.copies:
        tables = tables | {table: _without(tables[table], known.copies) for table in (*HANDS, "findings")}
    if known.needless:
        aside = frames.tables["set_aside"]
        needed = ~pl.int_range(pl.len()).is_in(known.needless)
        tables = tables | {
            "set_aside": tables["set_aside"].filter(needed),
            "findings": not_brought(connection, tables["findings"], aside.filter(~needed)),
        }
    return tables


def _without(frame: pl.DataFrame, keys: Collection[int]) -> pl.DataFrame:
    """The rows of all hands but those, and of no hand."""
    return frame.filter(~pl.col("hand_key").is_in(list(keys)).fill_null(value=False)) if keys else frame


def _without_clashes(frames: Frames, clashes: dict[int, Stored]) -> Tables:
    """The tables with these hands set aside, and a finding for each."""
    found = {key: _clash(frames, key, other) for key, other in clashes.items()}
    reasons = {key: Reason(finding.code, finding.message) for key, finding in found.items()}
    tables, findings = take_out(frames.tables, frames.texts, reasons), Rows("findings")
    for finding in found.values():
        findings.add({"hand_key": None, **asdict(finding)})
    return tables | {"findings": pl.concat([tables["findings"], findings.whole()])}


def _clash(frames: Frames, key: int, other: Stored) -> Finding:
    text = frames.texts[key]
    hand_id = frames.tables["hands"].row(by_predicate=pl.col("hand_key") == key, named=True)["hand_id"]
    message = f"hand {hand_id} is stored already with other content, from {other.path}:{other.line}"
    return SYN07.at(text.path, text.line, message, site=text.site, hand_id=hand_id)


def _numbered(tables: Tables, hands: int, base: int) -> Tables:
    """The tables with the keys of the database, without gaps. `hands`: how many the batch had at first."""
    here = pl.int_range(hands, eager=True).is_in(tables["hands"]["hand_key"].implode())
    numbers = here.cast(pl.Int64).cum_sum() + (base - 1)
    return {
        table: rows.with_columns(hand_key=numbers.gather(rows["hand_key"])) if "hand_key" in rows.columns else rows
        for table, rows in tables.items()
    }


def _new(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame, by: tuple[str, ...]) -> pl.DataFrame:
    """The rows, each once, that the table does not have: compared by those columns."""
    if frame.is_empty():
        return frame
    once = connection.from_arrow(frame.unique(by, keep="first", maintain_order=True))
    query = _NEW.format(once=once.sql_query(), table=table, by=", ".join(by))
    return pl.DataFrame(connection.sql(query).pl()).cast(frame.schema)


def _new_findings(connection: DuckDBPyConnection, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings of stored hands, and those of no hand unless they are there already."""
    loose = findings["hand_key"].is_null()
    new = _new(connection, "findings", findings.filter(loose), ("path", "line", "code", "message"))
    return pl.concat([findings.filter(~loose), new])
