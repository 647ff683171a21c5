"""The Python interface: a report as a page, a paper or charts. The toolkit of the charts is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from histparse.report.charts import drawn
from histparse.report.files import pdf
from histparse.report.html import page
from histparse.report.model import Report


def report_html(report: Report) -> str:
    """One page for a browser, which loads nothing from anywhere."""
    return page(report)


def report_pdf(report: Report) -> bytes:
    """A paper: the summary and all charts on A4."""
    (paper,) = pdf.files(report, Path()).values()
    return paper


def report_charts(report: Report, kind: Literal["png", "svg"] = "svg") -> dict[str, bytes]:
    """The charts by name, as files of that kind; one for which there is nothing to draw is left out."""
    return drawn(report, kind)
