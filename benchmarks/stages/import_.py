"""Text to a database: the whole import."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from histparse.store import Database, Importer


def run(file: Path) -> None:
    """Read, judge and store every hand."""
    with TemporaryDirectory() as folder:
        fill(file, Path(folder, "b.duckdb"))


def fill(file: Path, target: Path, jobs: int = 1) -> None:
    """The same, into that database, by so many processes."""
    with Database(target) as database, Importer(database) as importer:
        importer.judge_and_add_texts(importer.cut_new_hands_of_file(file), jobs)
