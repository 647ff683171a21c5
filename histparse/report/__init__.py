"""Step 8, report: a player's statistics on a terminal, as a web page, a PDF or pictures, or as plain data.

Drawing is in `charts`, `html` and `paper`, loaded only when needed: the plotting library is slow to start.
"""

from histparse.report.data import report_to_data
from histparse.report.gathering import gather
from histparse.report.model import Figures, Report
from histparse.report.terminal import is_in_summary, print_report, print_sections, print_summary, scope_of_sections

__all__ = [
    "Figures",
    "Report",
    "gather",
    "is_in_summary",
    "print_report",
    "print_sections",
    "print_summary",
    "report_to_data",
    "scope_of_sections",
]
