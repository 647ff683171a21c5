"""Text to a database: the whole import."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from histparse import flow
from histparse.store import Database, Importer


def run(file: Path) -> None:
    """Read, judge and store every hand."""
    with TemporaryDirectory() as folder, Database(Path(folder, "b.duckdb")) as database, Importer(database) as importer:
        for case in flow.judged(file, importer.watch):
            importer.add(case)
