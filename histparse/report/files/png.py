"""A folder of pictures, one for each chart."""

from __future__ import annotations

from pathlib import Path

from histparse.report.charts import drawn
from histparse.report.model import Report


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The pictures in that folder."""
    return {target / f"{name}.png": content for name, content in drawn(report, "png").items()}
