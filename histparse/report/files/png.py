"""A folder of pictures, one for each chart."""

from __future__ import annotations

from pathlib import Path

from histparse.report.charts import draw_charts
from histparse.report.figures import Report


def write(report: Report, target: Path) -> list[Path]:
    """Write the pictures into the folder, which is made if need be. Raises OSError."""
    return draw_charts(report, target, ["png"])
