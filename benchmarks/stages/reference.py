"""Text to a database with the reference lane alone: every hand is parsed and judged."""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.stages import import_
from histparse.columnar.ready import OFF


def run(file: Path) -> None:
    """Read, judge and store every hand."""
    os.environ[OFF] = "1"
    import_.run(file)
