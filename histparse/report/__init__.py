"""Step 8, report: a player's statistics on a terminal, as a web page, a PDF or pictures, or as plain data.

Drawing is in `charts`, `html` and `paper`, loaded only when needed: the plotting library is slow to start.
"""

from histparse.report.data import as_data
from histparse.report.gathering import gather
from histparse.report.model import Figures, Report
from histparse.report.terminal import in_sections, is_in_summary, show, show_sections, show_summary

__all__ = [
    "Figures",
    "Report",
    "as_data",
    "gather",
    "in_sections",
    "is_in_summary",
    "show",
    "show_sections",
    "show_summary",
]
