"""Step 8, report: a player's statistics on a terminal, as a page, a paper or pictures, or as plain data.

What draws is in `charts`, `html` and `files`, and loaded only when asked for: the charts' library is slow to start.
"""

from histparse.report.data import as_data
from histparse.report.model import Figures, Report, gather
from histparse.report.terminal import show

__all__ = ["Figures", "Report", "as_data", "gather", "show"]
