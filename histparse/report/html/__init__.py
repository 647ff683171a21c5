"""Step 8, report: the player's report as one self-contained web page."""

from histparse.report.html.page import page

__all__ = ["page"]
