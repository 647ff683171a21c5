"""Step 8, report: fills the page, of all sections at once or of each as it is counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from msgspec import Struct

from histparse import web
from histparse.model.errors import escape_unprintable
from histparse.report.blocks import Cell, Grid, GridRow, Rates, section_tables, summary_rates
from histparse.report.differences import what_to_change, where_they_differ
from histparse.report.html.panels import Drawings, Panels, leaves_gap
from histparse.report.listings import MOST, hands_command, hands_of_rate, narrow_to_stakes
from histparse.report.model import Rate, Report, Row, Section, Share, place_on_strip
from histparse.report.results import worded_results_by_currency
from histparse.stats import Statistic, words
from histparse.stats.significance import SMALL

if TYPE_CHECKING:
    from histparse.report.charts.style import CountedHands

SPECIAL = re.compile(r"[^\w+-]+")
"""Characters not used in ids."""


class HandList(Struct, frozen=True):
    """The command, and the hands where they are few."""

    command: str
    hands: tuple[str, ...] = ()


def hand_list(report: Report, statistic: Statistic, rate: Rate, group: str) -> HandList | None:
    """The hands in which it was made, else the opportunities; None without any."""
    if not rate.player.chances or statistic.listed_rows_sql is None:
        return None
    made = rate.player.made
    typed = hands_command(statistic, rate.key, report.player, report.filters, group, made=bool(made))
    listed = report.lists.get(statistic.name)
    if group or listed is None or not 0 < made <= MOST:
        return HandList(typed)
    return HandList(typed, tuple(map(_describe_hand, hands_of_rate(listed, statistic, rate.key))))


def hand_list_of_row(report: Report, grid: Grid, row: GridRow) -> HandList | None:
    """The rows that a figure other than a rate adds up; None for a row of the pool."""
    if row.key is None or grid.statistic.listed_rows_sql is None:
        return None
    filters = narrow_to_stakes(row.key, report.filters)
    return HandList(hands_command(grid.statistic, row.key, report.player, filters, grid.group, made=False))


def list_ids(tables: Iterable[Rates | Grid]) -> frozenset[str]:
    """The ids of all lists of hands that these tables have."""
    rows = (
        [(line.statistic, line.rate.key, line.group) for line in table.rows if line.rate.player.chances]
        if isinstance(table, Rates)
        else [(table.statistic, row.key, table.group) for row in table.rows if row.key is not None]
        for table in tables
    )
    return frozenset(
        list_id(statistic.name, key, group)
        for statistic, key, group in chain(*rows)
        if statistic.listed_rows_sql is not None
    )


def mark_address(known_list_ids: Collection[str], hands: CountedHands) -> str:
    """The address of the list of hands that a mark of a chart counts; empty if there is none."""
    mark_id = list_id(hands.statistic, hands.of, hands.by)
    return f"#{mark_id}" if mark_id in known_list_ids else ""


def list_id(statistic_name: str, key: Row, group: str) -> str:
    """The id of a row's list of hands: `hands-draw_frequency--1-0`."""
    return "-".join(["hands", statistic_name, *(SPECIAL.sub("_", str(part)) for part in (group, *key.values()))])


def row_name(grid: Grid, row: GridRow) -> str:
    """Name a row as its table does: `USD, $1/$2`."""
    texts = (
        cell.text
        for cell, (heading, is_figure) in zip(row.cells, grid.headings, strict=True)
        if heading and not is_figure
    )
    return ", ".join(text for text in texts if text != words.NOTHING) or grid.title


def _describe_hand(row: Row) -> str:
    """`pokerstars 4711, 2013-02-04 19:12, night.txt:120, +$2.50`."""
    source = f"{escape_unprintable(row['path'])}:{row['line']}" if row["path"] else ""
    played = "" if row["played_at"] is None else f"{row['played_at']:%Y-%m-%d %H:%M}"
    net = words.signed_money(row["net"], row["currency"])
    return ", ".join(
        filter(None, [f"{escape_unprintable(row['site'])} {escape_unprintable(row['hand_id'])}", played, source, net])
    )


# --- the page ---------------------------------------------------------------------------------------------------------

FOLDER = Path(__file__).parent
LONG = 20
"""A table of so many rows is folded."""
SHORT, NARROW = 8, 5
"""The most rows of a first table that is shown in short, and the most columns of one beside a chart."""
STYLES, SCRIPTS = ([web.load_asset(FOLDER / f"page.{kind}")] for kind in ("css", "js"))
FilledSection = tuple[Section, list[Rates | Grid], Callable[[], Drawings]]
"""A section with its tables, and what draws its charts when the template comes to them."""


def render_page(report: Report, *, full: bool = False) -> str:
    """The page, with drawings, style and script inlined. Only in full all tables but the long ones are unfolded."""
    sections = [fill_section(report, section) for section in report.sections()]
    ids = list_ids(table for _, tables, _ in sections for table in tables)
    context = report_context(report, sections, full=full) | {"hands_of_mark": partial(mark_address, ids)}
    html: str = template_environment().get_template("page.html").render(context)
    return html


def report_context(report: Report, sections: Iterable[FilledSection], *, full: bool = False) -> dict[str, Any]:
    """Return the values for the templates. Sections may be counted as the page fills: what rests on all comes last."""
    return {
        "report": report,
        "contents": [section.name for section in report.sections()],
        "sections": sections,
        "full": full,
        "panels": Panels(),
        "summary": partial(summary_rates, report),
        "what_to_change": partial(what_to_change, report),
        "where_they_differ": partial(where_they_differ, report),
        "results": partial(worded_results_by_currency, report),
        "statistics": lambda: [figures.statistic for figures in report.figures.values() if not figures.by],
        "styles": STYLES,
        "scripts": SCRIPTS,
    }


def fill_section(report: Report, section: Section) -> FilledSection:
    """The section with its tables, and what draws its charts."""
    return section, list(section_tables(report, section)), cache(partial(_draw_charts, report, section))


def fold_tables(
    tables: list[Rates | Grid], long: int, *, is_full: bool, is_alone: bool, drawings: Drawings
) -> tuple[list[Rates | Grid], list[Rates | Grid]]:
    """The tables to show, and those to fold: those of `long` rows and more, and unless in full all but the first."""
    has_place = is_alone or any(_fits_beside(drawings, table) for table in tables[:1])
    shown = [
        table
        for place, table in enumerate(tables)
        if not table.title or (len(table.rows) < long and (is_full or (has_place and not place)))
    ]
    return shown, [table for table in tables if table not in shown]


def _fits_beside(drawings: Drawings, table: Rates | Grid) -> bool:
    is_narrow = isinstance(table, Rates) or len(table.headings) <= NARROW
    return len(table.rows) <= SHORT and (not drawings or (leaves_gap(drawings) and is_narrow))


def _draw_charts(report: Report, section: Section) -> Drawings:
    from histparse.report.charts import charts_if_enough_hands, render_with_raw_marks  # noqa: PLC0415 - slow to load
    from histparse.report.html.inline_chart import inline_chart  # noqa: PLC0415 - as above

    return [
        (chart, inline_chart(render_with_raw_marks(chart, "svg"), chart.name))
        for chart in charts_if_enough_hands(report, section.name)
    ]


def template_environment(*folders: Path) -> Environment:
    """The templates of the report, those of the folders first."""
    templates = web.environment(*folders, FOLDER)
    templates.globals.update(
        words=words,
        sort_key=_sort_key,
        strip_of=place_on_strip,
        hand_list=hand_list,
        hand_list_of_row=hand_list_of_row,
        row_name=row_name,
        list_id=list_id,
        small=SMALL,
        long=LONG,
        is_single_section=False,
        leaves_gap=leaves_gap,
        fold_tables=fold_tables,
    )
    templates.tests.update(rates=lambda block: isinstance(block, Rates), grid=lambda block: isinstance(block, Grid))
    return templates


def _sort_key(cell: Share | Cell) -> str:
    """The sort key of a cell; empty if not known."""
    key = cell.rate if isinstance(cell, Share) else cell.sort
    return "" if key is None else str(key)
