"""Step 8, report: fills the page. All text is cleaned and escaped; only our own drawings go in as they are."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from histparse import __version__
from histparse.model.plain import plain_lines
from histparse.report import words
from histparse.report.blocks import Cell, Grid, Line, Rates, at_a_glance, blocks
from histparse.report.charts import Chart, as_file, charts
from histparse.report.differences import differences
from histparse.report.html.behind import behind, behind_row, row_name
from histparse.report.html.drawing import inline
from histparse.report.model import Report
from histparse.report.rates import Share
from histparse.report.results import results
from histparse.report.strips import strip
from histparse.stats.significance import SMALL

HERE = Path(__file__).parent
LONG = 12
"""The most rows a table may have to be shown unfolded."""


def page(report: Report) -> str:
    """The whole page, with drawings, style and script inlined."""
    style, script = (HERE / "page.css").read_text("utf-8"), (HERE / "page.js").read_text("utf-8")
    shown: str = _template().render(
        report=report,
        sections=[(section, list(blocks(report, section))) for section in report.sections()],
        drawings=_drawings(report),
        summary=at_a_glance(report),
        differences=differences(report),
        results=results(report),
        statistics=[figures.statistic for figures in report.figures.values() if not figures.by],
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        digest=_digest(script),
        version=__version__,
        small=SMALL,
        long=LONG,
    )
    return shown


def _template() -> Any:
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        finalize=_inert,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        words=words, cell=_cell, name=_name, strip_of=strip, behind=behind, behind_row=behind_row, row_name=row_name
    )
    environment.tests.update(rates=lambda block: isinstance(block, Rates), grid=lambda block: isinstance(block, Grid))
    return environment.get_template("page.html")


def _inert(value: object) -> object:
    """A value for the page; text without invisible or control characters."""
    return plain_lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _drawings(report: Report) -> dict[str, list[tuple[Chart, Markup]]]:
    """The charts by section."""
    found: dict[str, list[tuple[Chart, Markup]]] = {}
    for chart in charts(report):
        drawing = inline(as_file(chart, "svg"), chart.name)
        found.setdefault(chart.section, []).append((chart, Markup(drawing)))  # noqa: S704 - drawn by us, names escaped
    return found


def _digest(script: str) -> str:
    """The hash that lets the page's content security policy run this script and no other."""
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"


def _name(line: Line) -> str:
    return ", ".join(line.name)


def _cell(value: Share | Cell) -> str:
    """The sort key of a cell; empty if not known."""
    found = value.rate if isinstance(value, Share) else value.sort
    return "" if found is None else str(found)
