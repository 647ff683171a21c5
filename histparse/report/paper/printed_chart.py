"""Step 8, report: a chart's SVG as part of the paper - in the page's colours and the paper's letters."""

from __future__ import annotations

import re

from histparse import web
from histparse.report.charts.style import NAMED

COLOUR = re.compile(r"#[0-9a-f]{6}\b")
LETTERS = re.compile(r"font-size: (?P<size>[\d.]+)px; font-family: 'DejaVu Sans'")
LARGER = 1.12
"""These letters are narrower and lower than those the charts are drawn for."""


def in_print(svg: bytes) -> str:
    """The drawing."""
    page = web.colours()
    coloured = COLOUR.sub(lambda colour: page.get(NAMED.get(colour[0], ""), colour[0]), svg.decode())
    return LETTERS.sub(_letters, coloured)


def _letters(found: re.Match[str]) -> str:
    return f"font-size: {LARGER * float(found['size']):.2f}px; font-family: 'Libertinus Serif'"
