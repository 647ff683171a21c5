"""The Python interface: a report as a web page, a PDF or charts. Importing it loads the plotting library."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from histparse.report.charts import drawn
from histparse.report.files import pdf
from histparse.report.html import page
from histparse.report.model import Report


def report_html(report: Report) -> str:
    """One self-contained web page."""
    return page(report)


def report_pdf(report: Report) -> bytes:
    """A PDF: the summary and all charts on A4."""
    (paper,) = pdf.files(report, Path()).values()
    return paper


def report_charts(report: Report, kind: Literal["png", "svg"] = "svg") -> dict[str, bytes]:
    """The charts by name, as files of that kind; one with nothing to draw is left out."""
    return drawn(report, kind)
