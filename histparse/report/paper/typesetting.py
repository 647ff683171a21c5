"""Step 8, report: the player's report on paper - what it says, as data, and how Typst sets it.

Typst reads a template, with that data, and needs nothing else. Text is cleaned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any
from unicodedata import category

from msgspec import json

from histparse import web
from histparse.model.errors import HistparseError, escape_unprintable
from histparse.report.blocks import Grid, Line, Rates, section_tables, summary_rates
from histparse.report.charts import Chart, charts_if_enough_hands, render_chart
from histparse.report.charts.style import COLOUR, FONT, NAMED
from histparse.report.differences import Difference, Mistake, what_to_change, where_they_differ
from histparse.report.model import Report, Share, place_on_strip
from histparse.report.results import worded_results_by_currency
from histparse.stats import Statistic, words
from histparse.stats.significance import SMALL
from histparse.system import late
from histparse.web import GENERATOR

FOLDER = Path(__file__).parent
WITHOUT_CASE = frozenset({"Lo", "So"})
"""Categories of the letters and signs that Typst's own fonts may lack: those of Asia, and pictures."""


def typeset_report(report: Report, *, full: bool = False) -> bytes:
    """The PDF, which is the same each time, with what `paper_content` gives. Raises HistparseError without Typst."""
    return typeset("report", paper_content(report, full=full))


def typeset(template_name: str, data: Mapping[str, Any]) -> bytes:
    """A PDF of that template, the same bytes for the same data. Raises HistparseError without Typst."""
    try:
        typst = late.typst  # 80 MB that only papers need
    except ImportError as error:
        raise HistparseError("a PDF needs Typst: pip install 'histparse[pdf]'") from error
    encoded = json.encode(data).decode()
    inputs = {"report": encoded, "generator": GENERATOR}
    # Typst's own fonts, and the system's only for what these lack: all else looks the same everywhere.
    fonts = typst.Fonts(include_system_fonts=any(category(letter) in WITHOUT_CASE for letter in set(encoded)))
    return typst.compile(FOLDER / f"{template_name}.typ", root=FOLDER, font_paths=fonts, sys_inputs=inputs)


# --- what the paper says ----------------------------------------------------------------------------------------------

Data = dict[str, Any]
ChartsByRowAndColumn = list[list[list[Chart]]]
LETTERS = re.compile(rf"font-size: (?P<size>[\d.]+)px; font-family: '{FONT}'")
LARGER = 1.12
"""How much larger letters are set, because they are narrower and lower than those the charts are drawn for."""


def paper_content(report: Report, *, full: bool = False) -> Data:
    """The report in the order of the page: the charts and the first table of every section, or in full all tables."""
    days = words.date_range(report.first, report.last, report.zone)
    glance = summary_rates(report)
    tables = {
        section.name: list(section_tables(report, section))[: None if full else 1] for section in report.sections()
    }
    terms = {
        statistic.name for block in [glance, *chain(*tables.values())] for statistic in _statistics_in_block(block)
    }
    sections = [_section_data(report, *section) for section in tables.items()]
    defined = {definition["title"] for section in sections for definition in section["beside"]}
    return {
        "colours": web.colours(),
        "small": SMALL,
        "player": escape_unprintable(report.player),
        "foot": words.short_label(report.player, 60),
        "own": words.short_label(report.player, words.HEADING),
        "about": [
            words.hands_played_line(report.hands, days, report.undated, report.sites),
            *map(escape_unprintable, words.filters_line(report.only)),
            *filter(None, [report.untold]),
        ],
        "beside": words.opponents_line(report.others_players, report.others_hands),
        "results": worded_results_by_currency(report),
        "headings": [words.CHANGE_FIRST] * bool(what_to_change(report)) + [words.DIFFERENCES],
        "change_first": [_claim_data(mistake) for mistake in what_to_change(report)],
        "differences": [_claim_data(difference) for difference in where_they_differ(report)],
        "glance": _rates_data(glance),
        "sections": sections,
        "definitions": [
            _definition_data(figures.statistic)
            for figures in report.figures.values()
            if not figures.by and figures.statistic.title not in defined and (full or figures.statistic.name in terms)
        ],
        "full": full,
    }


def _claim_data(finding: Mistake | Difference) -> Data:
    return {"claim": words.capitalise(finding.claim), "proof": finding.proof}


def _statistics_in_block(block: Rates | Grid) -> list[Statistic]:
    if isinstance(block, Grid):
        return [block.statistic]
    return list(dict.fromkeys(line.statistic for line in block.rows))


def _section_data(report: Report, name: str, tables: list[Rates | Grid]) -> Data:
    table_data = [_rates_data(table) if isinstance(table, Rates) else _grid_data(table) for table in tables]
    drawn = charts_if_enough_hands(report, name)
    rows = [[list(map(_chart_data, column)) for column in row] for row in _lay_in_columns(drawn)]
    has_gap = any(not column for row in rows for column in row)
    # Above a tall chart, a table fills the page on which the chart has no room.
    first = 1 if any(chart.drawing.is_tall for chart in drawn) else 0
    return {
        "name": name.capitalize(),
        "first": table_data[:first],
        "charts": rows,
        "beside": [
            _definition_data(statistic) for table in tables[:has_gap] for statistic in _statistics_in_block(table)
        ],
        "tables": table_data[first:],
    }


def _lay_in_columns(drawn: list[Chart]) -> ChartsByRowAndColumn:
    """Rows of two columns: a tall chart beside two others, and others in pairs of much the same height."""
    tall = [chart for chart in drawn if chart.drawing.is_tall]
    rest = sorted((chart for chart in drawn if chart not in tall), key=lambda chart: -chart.drawing.height)
    rows = [[[chart], rest[2 * place : 2 * place + 2]] for place, chart in enumerate(tall)]
    pairs = rest[2 * len(tall) :]
    return rows + [[pairs[place : place + 1], pairs[place + 1 : place + 2]] for place in range(0, len(pairs), 2)]


def _chart_data(chart: Chart) -> Data:
    return {"name": chart.name.replace("_", " ").capitalize(), "svg": _svg_for_print(render_chart(chart, "svg"))}


def _svg_for_print(svg: bytes) -> str:
    """A drawing in the colours of the page and the letters of the paper."""
    page_colours = web.colours()
    coloured = COLOUR.sub(lambda colour: page_colours.get(NAMED.get(colour[0], ""), colour[0]), svg.decode())
    return LETTERS.sub(
        lambda match: f"font-size: {LARGER * float(match['size']):.2f}px; font-family: 'Libertinus Serif'", coloured
    )


def _rates_data(block: Rates) -> Data:
    reach = block.strip_end_difference
    return {
        "kind": "rates",
        "title": block.title,
        "heading": block.heading if block.statistic else "rate",
        "reach": f"{100 * reach:.0f}",
        "rows": [_rate_row_data(line, reach) for line in block.rows],
    }


def _rate_row_data(row: Line, strip_reach: float) -> Data:
    player, pool = row.rate.player, row.rate.pool
    return {
        "name": row.name,
        "player": _share_data(player),
        "estimate": _estimate_texts(player),
        "pool": _share_data(pool),
        "strip": place_on_strip(row.rate, strip_reach),
    }


def _share_data(share: Share) -> Data:
    return {
        "rate": words.percent(share.rate),
        "made": words.done_of_chances(share.made, share.chances),
        "span": words.percent_interval(share.low, share.high),
        "small": share.is_small,
    }


def _estimate_texts(share: Share) -> tuple[str, str] | None:
    """The estimate, and its interval, for a small sample; None otherwise."""
    if share.estimate is None or not share.is_small:
        return None
    return words.percent(share.estimate), words.percent_interval(share.estimate_low, share.estimate_high)


def _grid_data(block: Grid) -> Data:
    return {
        "kind": "grid",
        "title": block.title,
        "headings": [{"name": name, "figure": is_figure} for name, is_figure in block.headings],
        "rows": [{"cells": [cell.text for cell in row.cells], "small": row.is_small} for row in block.rows],
    }


def _definition_data(statistic: Statistic) -> Data:
    return {name: getattr(statistic, name) for name in ("title", "definition", "numerator", "denominator")}
