"""Databases for tests: text goes the whole way through reading, parsing and judging."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl

from histparse import flow
from histparse.api.store import open_for_reading
from histparse.store import Database, Importer, Summary
from histparse.store.schema import stored_schema
from histparse.system.streams import as_frame

SAMPLES = Path(__file__).parent.parent.parent / "sample_histories"
BY_HAND = SAMPLES / "pokerstars"
CONTENT = (
    "hands",
    "texts",
    "seats",
    "decisions",
    "draws",
    "showdowns",
    "findings",
    "files",
    "skipped",
    "set_aside",
    "players",
    "tournaments",
)

_AMBIGUOUS = re.compile(r"^[-+\d.,: ]*$|^(None|True|False)$|, ")
"""Texts that read as a number, a time, nothing or a truth, or as two cells."""
Rows = list[tuple[Any, ...]]
Content = dict[str, Rows]
"""Rows by table."""


def fill(database: Database, files: Iterable[Path], batch_size: int = 2_000) -> Summary:
    """Import those files or folders."""
    with Importer(database, batch_size) as importer:
        for file in flow.list_files(files):
            for result in flow.judge_texts(flow.cut_file_into_hand_texts(file), importer.observe):
                importer.add(result)
    return importer.summary


def content(database: Database) -> Content:
    """Everything in the database, row by row."""
    return {table: database.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in CONTENT}


def lasting_content(database: Database, *left_out: str) -> Content:
    """The same without the times of imports, nor the tables that are left out."""
    timeless = content(database) | {"files": rows(database, "SELECT * EXCLUDE (imported_at) FROM files ORDER BY ALL")}
    return {table: table_rows for table, table_rows in timeless.items() if table not in left_out}


def rows(database: Database, query: str) -> Rows:
    """The answer to a query."""
    return database.connection.execute(query).fetchall()


def tell_value(cell: object) -> str:
    """`1` for a number, `'1'` for a text: what reads as another type, or as two cells, is quoted."""
    return repr(cell) if isinstance(cell, str) and _AMBIGUOUS.search(cell) else str(cell)


def tell_rows(database: Database, query: str) -> list[str]:
    """The same, each row in words."""
    return [", ".join(map(tell_value, row)) for row in rows(database, query)]


def import_new_hands(
    database: Database,
    files: Iterable[Path],
    *,
    batch_size: int = 2_000,
    again: bool = False,
    site: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Summary:
    """Import those files as the command does."""
    with Importer(database, batch_size, again=again) as importer:
        texts = chain.from_iterable(importer.cut_new_hands_of_file(file, site) for file in files)
        importer.judge_and_add_texts(texts, jobs, scheduler)
    return importer.summary


def stored(path: Path, files: Iterable[Path]) -> Summary:
    """Import those files as the command does, into the database at that path."""
    with Database(path) as database:
        return import_new_hands(database, files)


def tables(path: Path | str) -> dict[str, pl.DataFrame]:
    """All rows of a database, or of a published copy, by table, in an order of their own."""
    with open_for_reading(path) as database:
        frames = {table: as_frame(database.connection.sql(f"FROM {table}")) for table in stored_schema().tables}
    return {table: frame.sort(frame.columns, nulls_last=True) for table, frame in frames.items()}


def checksum(path: Path | str) -> str:
    """One checksum over them all, but for what tells which import brought them."""
    whole = sha256()
    for table, frame in tables(path).items():
        if table in {"files", "schema_version"}:
            continue
        whole.update(f"{table} {frame.schema} ".encode() + frame.write_csv().encode("utf-8", "surrogatepass"))
    return whole.hexdigest()
