"""Step 8, report: where the panels of sections lie on a broad screen, so that no place stays empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from histparse.report.charts import Chart
    from histparse.report.html.inline_chart import InlineChart

Drawings = list[tuple["Chart", "InlineChart"]]
"""The charts of a section, drawn."""
ROW = 8.0
"""The height of all charts, in inches, in a panel that is as high as one without charts: two are side by side."""


class Panels:
    """Two columns of panels, each panel laid where it comes highest, as the page's grid does."""

    def __init__(self) -> None:
        """No panel yet."""
        self._heights = [0, 0]

    def next_panel_class(self, drawings: Drawings) -> str:
        """The class of the next panel with these charts: how many rows it takes."""
        needed = round(sum(chart.drawing.height for chart, _ in drawings) / ROW)
        rows = max(needed, 2 if any(chart.drawing.is_tall for chart, _ in drawings) else 1)
        self._heights[self._heights.index(min(self._heights))] += rows
        return f"rows-{rows}"

    def last_panel_class(self) -> str:
        """The class of the last panel: it takes the rows that one column lacks, else a whole row."""
        lacking = max(self._heights) - min(self._heights)
        return f"rows-{lacking}" if lacking else "across"


def leaves_gap(drawings: Drawings) -> bool:
    """Whether charts side by side, tall ones beside two others, leave a place for a table."""
    return sum(2 if chart.drawing.is_tall else 1 for chart, _ in drawings) % 2 == 1
