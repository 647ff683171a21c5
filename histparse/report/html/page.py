"""Step 8, report: fills the page, of all sections at once or of each as it is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment

from histparse import web
from histparse.report import words
from histparse.report.blocks import Cell, Grid, Line, Rates, at_a_glance, blocks
from histparse.report.charts import Chart, charts, marked
from histparse.report.differences import differences, not_listed
from histparse.report.html.hand_lists import hand_list, hand_list_of_row, place, place_of_mark, places, row_name
from histparse.report.html.inline_chart import Inlined, inline
from histparse.report.model import Report, Section
from histparse.report.rates import Share
from histparse.report.results import results
from histparse.report.strips import strip
from histparse.stats.significance import SMALL

HERE = Path(__file__).parent
LONG = 12
"""The most rows a table may have to be shown unfolded."""
STYLES, SCRIPTS = ([web.asset(HERE / f"page.{kind}")] for kind in ("css", "js"))
Drawn = list[tuple[Chart, Inlined]]
Filled = tuple[Section, list[Rates | Grid], Callable[[], Drawn]]
"""A section with its tables, and what draws its charts when the template comes to them."""


def page(report: Report, *, full: bool = False) -> str:
    """The page, with drawings, style and script inlined. Only in full all tables but the long ones are unfolded."""
    sections = [filled(report, section) for section in report.sections()]
    there = places(table for _, tables, _ in sections for table in tables)
    given = of_report(report, sections, full=full) | {"hands_of_mark": partial(place_of_mark, there)}
    shown: str = environment().get_template("page.html").render(given)
    return shown


def of_report(report: Report, sections: Iterable[Filled], *, full: bool = False) -> dict[str, Any]:
    """What the templates need. The sections may be counted while the page is filled: what rests on all comes last."""
    return {
        "report": report,
        "contents": [section.name for section in report.sections()],
        "sections": sections,
        "full": full,
        "summary": partial(at_a_glance, report),
        "differences": partial(differences, report),
        "not_listed": partial(not_listed, report),
        "results": partial(results, report),
        "statistics": lambda: [figures.statistic for figures in report.figures.values() if not figures.by],
        "styles": STYLES,
        "scripts": SCRIPTS,
    }


def filled(report: Report, section: Section) -> Filled:
    """The tables of that section, and its drawings."""
    return section, list(blocks(report, section)), partial(_drawn, report, section)


def _drawn(report: Report, section: Section) -> Drawn:
    return [(chart, inline(marked(chart), chart.name)) for chart in charts(report, section.name)]


def environment(*folders: Path) -> Environment:
    """The templates of the report, those of the folders first."""
    made = web.environment(*folders, HERE)
    made.globals.update(
        words=words,
        cell=_cell,
        name=_name,
        strip_of=strip,
        hand_list=hand_list,
        hand_list_of_row=hand_list_of_row,
        row_name=row_name,
        place=place,
        small=SMALL,
        long=LONG,
        alone=False,
    )
    made.tests.update(rates=lambda block: isinstance(block, Rates), grid=lambda block: isinstance(block, Grid))
    return made


def _name(line: Line) -> str:
    return ", ".join(line.name)


def _cell(value: Share | Cell) -> str:
    """The sort key of a cell; empty if not known."""
    found = value.rate if isinstance(value, Share) else value.sort
    return "" if found is None else str(found)
