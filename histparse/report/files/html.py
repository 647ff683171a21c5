"""One page for a browser."""

from __future__ import annotations

from pathlib import Path

from histparse.report.figures import Report
from histparse.report.html import page


def write(report: Report, target: Path) -> list[Path]:
    """Write the page. Raises OSError."""
    target.write_text(page(report), encoding="utf-8")
    return [target]
