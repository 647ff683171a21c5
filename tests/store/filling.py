"""Databases for tests: text goes the whole way through reading, parsing and judging."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from histparse import flow
from histparse.store import Database, Importer, Summary

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


def fill(database: Database, files: Iterable[Path], batch_size: int = 2_000) -> Summary:
    """Import those files or folders."""
    with Importer(database, batch_size) as importer:
        for file in flow.files(files):
            for result in flow.judged(file, importer.observe):
                importer.add(result)
    return importer.summary


def content(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database, row by row."""
    return {table: database.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in CONTENT}


def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    """The answer to a query."""
    return database.connection.execute(query).fetchall()
