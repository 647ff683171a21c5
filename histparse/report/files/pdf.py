"""A PDF: the whole report on pages of A4."""

from __future__ import annotations

from pathlib import Path

from histparse.report.model import Report
from histparse.report.paper import paper


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The PDF."""
    return {target: paper(report)}
