"""One web page."""

from __future__ import annotations

from pathlib import Path

from histparse.report.html import page
from histparse.report.model import Report


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The page."""
    return {target: page(report).encode()}
