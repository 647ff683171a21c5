"""A PDF: the summary, then the charts, on as few pages of A4 as hold them."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec

from histparse.model.plain import plain
from histparse.report.charts import Chart, charts, drawing
from histparse.report.charts.style import SOFT, TEXT
from histparse.report.files.pdf_summary import write_summary
from histparse.report.model import Report

PAPER = (8.27, 11.69)
"""A4, in inches."""
MARGIN = 0.7
WIDTH = 5.6
"""Of a chart on paper."""
STRETCH = 1.35
"""How much higher than on a screen a chart may be, to fill its page."""


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The PDF."""
    metadata = {"Title": f"{plain(report.player)}: 2-7 Triple Draw", "CreationDate": None}
    paper = BytesIO()
    with drawing(), PdfPages(paper, metadata=metadata) as pages:
        first = Figure(figsize=PAPER, layout="constrained")
        used = write_summary(report, first, MARGIN)
        placed = arranged(charts(report), used)
        for number, page in enumerate(placed, 1):
            figure = first if number == 1 else Figure(figsize=PAPER, layout="constrained")
            _draw(figure, page, used if number == 1 else MARGIN)
            _number(figure, f"{number} / {len(placed)}")
            pages.savefig(figure)
    return {target: paper.getvalue()}


def arranged(found: Iterable[Chart], used: float) -> list[list[Chart]]:
    """The charts of each page: every chart goes to the first page that has room, so that none is left half empty.

    `used`: the inches of the first page that the summary takes.
    """
    pages: list[list[Chart]] = [[]]
    room = [_room(used)]
    for chart in found:
        height = chart.drawing.height
        place = next((place for place, left in enumerate(room) if left >= height), None)
        if place is None:
            place = len(pages)
            pages.append([])
            room.append(_room(MARGIN))
        pages[place].append(chart)
        room[place] -= height
    return pages


def _room(used: float) -> float:
    return PAPER[1] - MARGIN - used


def _draw(figure: Figure, page: list[Chart], used: float) -> None:
    """The charts one below the other in the middle of the page, stretched to fill it as far as they may be."""
    total = sum(chart.drawing.height for chart in page)
    stretch = max(1.0, min(STRETCH, _room(used) / total)) if page else 1.0
    heights = [stretch * chart.drawing.height for chart in page]
    rest = max(PAPER[1] - used - sum(heights), 0.01)
    side = (PAPER[0] - WIDTH) / 2
    grid = GridSpec(len(page) + 2, 3, figure, width_ratios=[side, WIDTH, side], height_ratios=[used, *heights, rest])
    for place, chart in enumerate(page, 1):
        chart.drawing.draw(figure.add_subfigure(grid[place, 1]))


def _number(figure: Figure, text: str) -> None:
    below, right = MARGIN / 2 / PAPER[1], 1 - MARGIN / PAPER[0]
    figure.text(right, below, text, size=TEXT, color=SOFT, ha="right", va="bottom").set_in_layout(False)
