"""A folder of drawings, one for each chart."""

from __future__ import annotations

from pathlib import Path

from histparse.report.charts import drawn
from histparse.report.model import Report


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The drawings in that folder."""
    return {target / f"{name}.svg": content for name, content in drawn(report, "svg").items()}
