"""A PDF: the summary on the first page, then the charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec

from histparse.model.plain import plain
from histparse.report.charts import Chart, charts, drawing
from histparse.report.charts.style import WIDTH
from histparse.report.files.pdf_title import title_page
from histparse.report.model import Report

PAPER = (8.27, 11.69)
"""A4, in inches."""
MARGIN = 0.7


def files(report: Report, target: Path) -> dict[Path, bytes]:
    """The PDF."""
    metadata = {"Title": f"{plain(report.player)}: 2-7 Triple Draw", "CreationDate": None}
    paper = BytesIO()
    with drawing(), PdfPages(paper, metadata=metadata) as pages:
        pages.savefig(title_page(report, PAPER))
        for page in _pages(charts(report)):
            pages.savefig(_page(page))
    return {target: paper.getvalue()}


def _pages(found: Iterable[Chart]) -> Iterator[list[Chart]]:
    """The charts of each page, as many as fit."""
    page: list[Chart] = []
    for chart in found:
        if page and sum(one.drawing.height for one in page) + chart.drawing.height > PAPER[1] - 2 * MARGIN:
            yield page
            page = []
        page.append(chart)
    if page:
        yield page


def _page(page: list[Chart]) -> Figure:
    """The charts one below the other in the middle of the page, at their own size if they fit."""
    figure = Figure(figsize=PAPER, layout="constrained")
    heights = [chart.drawing.height for chart in page]
    rest = max(PAPER[1] - MARGIN - sum(heights), 0.01)
    side = (PAPER[0] - WIDTH) / 2
    grid = GridSpec(len(page) + 2, 3, figure, width_ratios=[side, WIDTH, side], height_ratios=[MARGIN, *heights, rest])
    for place, chart in enumerate(page, 1):
        chart.drawing.draw(figure.add_subfigure(grid[place, 1]))
    return figure
