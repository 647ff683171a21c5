"""Step 8, report: the player's report as one page for a browser, which needs nothing but itself."""

from histparse.report.html.page import page

__all__ = ["page"]
