"""A file that is known: its hash is all that is looked at."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.stages.import_ import fill


class Known(NamedTuple):
    """A file whose hands are all stored."""

    folder: TemporaryDirectory[str]
    """It lasts as long as this."""
    file: Path
    database: Path


def prepare(file: Path) -> Known:
    """Import a copy of the file."""
    return prepare_text(file.read_text(encoding="utf-8"))


def prepare_text(text: str) -> Known:
    """Import a file with that text."""
    folder = TemporaryDirectory()
    known = Known(folder, Path(folder.name, "hands.txt"), Path(folder.name, "b.duckdb"))
    known.file.write_text(text, encoding="utf-8")
    fill(known.file, known.database, jobs=2)
    return known


def run(known: Known) -> None:
    """Import it again."""
    with known.folder:
        fill(known.file, known.database)
