"""Step 7, report: a player's statistics as tables on a terminal, as pictures, or as plain data."""

from histparse.report.charts import draw_charts
from histparse.report.figures import Figures, Report, gather
from histparse.report.terminal import show

__all__ = ["Figures", "Report", "draw_charts", "gather", "show"]
