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
from histparse.model.errors import HistparseError, plain
from histparse.report.blocks import Grid, Line, Rates, at_a_glance, blocks
from histparse.report.charts import Chart, as_file, charts
from histparse.report.charts.style import COLOUR, FONT, NAMED
from histparse.report.differences import Difference, Mistake, what_to_change, where_they_differ
from histparse.report.model import Report, Share, strip
from histparse.report.results import results
from histparse.stats import Statistic, words
from histparse.stats.significance import SMALL
from histparse.system import late
from histparse.system.generator import GENERATOR

FOLDER = Path(__file__).parent
WITHOUT_CASE = frozenset({"Lo", "So"})
"""Categories of the letters and signs that Typst's own fonts may lack: those of Asia, and pictures."""


def paper(report: Report, *, full: bool = False) -> bytes:
    """The PDF, which is the same each time, with what `content` gives. Raises HistparseError without Typst."""
    return typeset("report", content(report, full=full))


def typeset(template: str, data: Mapping[str, Any]) -> bytes:
    """A PDF of that template, the same bytes for the same data. Raises HistparseError without Typst."""
    try:
        typst = late.typst  # 80 MB that only papers need
    except ImportError as error:
        raise HistparseError("a PDF needs Typst: pip install 'histparse[pdf]'") from error
    encoded = json.encode(data).decode()
    inputs = {"report": encoded, "generator": GENERATOR}
    # Typst's own fonts, and the system's only for what these lack: all else looks the same everywhere.
    fonts = typst.Fonts(include_system_fonts=any(category(letter) in WITHOUT_CASE for letter in set(encoded)))
    return typst.compile(FOLDER / f"{template}.typ", root=FOLDER, font_paths=fonts, sys_inputs=inputs)


# --- what the paper says ----------------------------------------------------------------------------------------------

Data = dict[str, Any]
LETTERS = re.compile(rf"font-size: (?P<size>[\d.]+)px; font-family: '{FONT}'")
LARGER = 1.12
"""How much larger letters are set, because they are narrower and lower than those the charts are drawn for."""


def content(report: Report, *, full: bool = False) -> Data:
    """The report in the order of the page: the charts and the first table of every section, or in full all tables."""
    days = words.days(report.first, report.last, report.zone)
    glance = at_a_glance(report)
    tables = {section.name: list(blocks(report, section))[: None if full else 1] for section in report.sections()}
    terms = {statistic.name for block in [glance, *chain(*tables.values())] for statistic in _statistics(block)}
    return {
        "colours": web.colours(),
        "small": SMALL,
        "player": plain(report.player),
        "foot": words.label(report.player, 60),
        "own": words.label(report.player, words.HEADING),
        "about": [
            words.played(report.hands, days, report.undated, report.sites),
            *map(plain, words.only(report.only)),
            *filter(None, [report.untold]),
        ],
        "beside": words.beside(report.others_players, report.others_hands),
        "results": results(report),
        "headings": [words.CHANGE_FIRST] * bool(what_to_change(report)) + [words.DIFFERENCES],
        "change_first": [_claim(mistake) for mistake in what_to_change(report)],
        "differences": [_claim(difference) for difference in where_they_differ(report)],
        "glance": _rates(glance),
        "sections": [_section(report, *section) for section in tables.items()],
        "definitions": [
            _definition(figures.statistic)
            for figures in report.figures.values()
            if not figures.by and (full or figures.statistic.name in terms)
        ],
        "full": full,
    }


def _claim(finding: Mistake | Difference) -> Data:
    return {"claim": finding.claim[0].upper() + finding.claim[1:], "proof": finding.proof}


def _statistics(block: Rates | Grid) -> set[Statistic]:
    return {block.statistic} if isinstance(block, Grid) else {line.statistic for line in block.lines}


def _section(report: Report, name: str, tables: list[Rates | Grid]) -> Data:
    table_data = [_rates(table) if isinstance(table, Rates) else _grid(table) for table in tables]
    # Main charts are the highest: first, they would leave the page before half empty.
    drawings = [_chart(chart) for chart in sorted(charts(report, name), key=lambda chart: chart.drawing.is_main)]
    return {"name": name.capitalize(), "charts": drawings, "tables": table_data}


def _chart(chart: Chart) -> Data:
    return {"name": chart.name.replace("_", " ").capitalize(), "svg": _in_print(as_file(chart, "svg"))}


def _in_print(svg: bytes) -> str:
    """A drawing in the colours of the page and the letters of the paper."""
    page_colours = web.colours()
    coloured = COLOUR.sub(lambda colour: page_colours.get(NAMED.get(colour[0], ""), colour[0]), svg.decode())
    return LETTERS.sub(_letters, coloured)


def _letters(match: re.Match[str]) -> str:
    return f"font-size: {LARGER * float(match['size']):.2f}px; font-family: 'Libertinus Serif'"


def _rates(block: Rates) -> Data:
    reach = block.reach
    return {
        "kind": "rates",
        "title": block.title,
        "heading": block.heading if block.statistic else "rate",
        "reach": f"{100 * reach:.0f}",
        "rows": [_line(line, reach) for line in block.lines],
    }


def _line(line: Line, reach: float) -> Data:
    player, pool = line.rate.player, line.rate.pool
    return {
        "name": line.name,
        "player": _share(player),
        "estimate": _estimate(player),
        "pool": _share(pool),
        "strip": strip(line.rate, reach),
    }


def _share(share: Share) -> Data:
    return {
        "rate": words.percent(share.rate),
        "made": words.of(share.made, share.chances),
        "span": words.span(share.low, share.high),
        "small": share.is_small,
    }


def _estimate(share: Share) -> tuple[str, str] | None:
    """The estimate, and its interval, for a small sample; None otherwise."""
    if share.estimate is None or not share.is_small:
        return None
    return words.percent(share.estimate), words.span(share.estimate_low, share.estimate_high)


def _grid(block: Grid) -> Data:
    return {
        "kind": "grid",
        "title": block.title,
        "headings": [{"name": name, "figure": is_figure} for name, is_figure in block.headings],
        "rows": [{"cells": [cell.text for cell in row.cells], "small": row.is_small} for row in block.rows],
    }


def _definition(statistic: Statistic) -> Data:
    return {
        "title": statistic.title,
        "definition": statistic.definition,
        "numerator": statistic.numerator,
        "denominator": statistic.denominator,
    }
