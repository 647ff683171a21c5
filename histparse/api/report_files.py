"""The Python interface: a report as a web page, a PDF or charts. Importing it loads what draws and sets them."""

from __future__ import annotations

from typing import Literal

from histparse.report.charts import drawn
from histparse.report.html import page
from histparse.report.model import Report
from histparse.report.paper import paper


def report_html(report: Report) -> str:
    """One self-contained web page."""
    return page(report)


def report_pdf(report: Report) -> bytes:
    """A PDF: the whole report on pages of A4."""
    return paper(report)


def report_charts(report: Report, kind: Literal["png", "svg"] = "svg") -> dict[str, bytes]:
    """The charts by name, as files of that kind; one with nothing to draw is left out."""
    return drawn(report, kind)
