"""The Python interface: a report as plain data, as a web page, a PDF, or charts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from histparse.api import late
from histparse.report import Report, as_data


def report_data(report: Report) -> dict[str, Any]:
    """Everything the report shows as plain data: amounts in 1/100, rates from 0 to 1, times in its zone."""
    return as_data(report)


def report_html(report: Report, *, full: bool = False) -> str:
    """One self-contained web page; `full`: with its tables and definitions unfolded."""
    return late.page.page(report, full=full)


def report_pdf(report: Report, *, full: bool = False) -> bytes:
    """A PDF on pages of A4: the charts and the first table of every section, or in full all tables."""
    return late.typesetting.paper(report, full=full)


def report_charts(report: Report, kind: Literal["png", "svg"] = "svg") -> dict[str, bytes]:
    """The charts by name, as files of that kind; one with nothing to draw is left out."""
    return late.charts.drawn(report, kind)


def files_of(report: Report, kind: str, target: Path, *, full: bool = False) -> dict[Path, bytes]:
    """What to write where: a page (`html`) or a PDF at the target, or a folder of charts (`png`, `svg`) there."""
    match kind:
        case "html":
            return {target: report_html(report, full=full).encode()}
        case "pdf":
            return {target: report_pdf(report, full=full)}
        case "png" | "svg":
            return {target / f"{name}.{kind}": content for name, content in report_charts(report, kind).items()}
    raise ValueError(kind)
