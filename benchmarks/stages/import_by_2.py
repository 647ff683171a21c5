"""Text to a database: the whole import, with two processes that read and judge."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.stages.import_ import fill


def run(file: Path) -> None:
    """Read, judge and store every hand."""
    with TemporaryDirectory() as folder:
        fill(file, Path(folder, "b.duckdb"), jobs=2)
