"""Step 8, report: charts. Each is a function of a module here that is declared one by `style.register_chart`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pkgutil import iter_modules
from threading import RLock
from typing import Literal

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from msgspec import Struct

from histparse.report.charts.style import FEWEST, PLANS, SETTINGS, WIDTH, Drawing, marks_to_titles
from histparse.report.model import Report
from histparse.stats.catalogue import SECTIONS
from histparse.web import GENERATOR

Kind = Literal["png", "svg"]
MARGIN = 0.08
"""Around every chart, in inches: a browser's letters are a little wider than ours."""
METADATA: dict[Kind, dict[str, str | None]] = {
    "png": {"Software": GENERATOR},
    "svg": {"Creator": GENERATOR, "Date": None},
}
LOOK = RLock()
SPECIAL = re.compile(r"[^0-9A-Za-z]")
"""Characters not used in file names."""


class Chart(Struct, frozen=True):
    """One chart: its name, its section of the report, and how it is drawn."""

    name: str
    section: str
    drawing: Drawing


def charts_if_enough_hands(report: Report, section: str | None = None) -> list[Chart]:
    """The charts of this report, or of a section; one with nothing to draw is left out, and so are all of few hands."""
    chosen = _generate_charts(report, section) if report.hands >= FEWEST else ()
    return sorted(chosen, key=lambda chart: (SECTIONS.index(chart.section), not chart.drawing.is_main))


def _generate_charts(report: Report, section: str | None) -> Iterator[Chart]:
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    for name, (place, drawings) in sorted(PLANS.items()):
        if section in {None, place}:
            for drawing in drawings(report):
                yield Chart("_".join(filter(None, [name, SPECIAL.sub("", drawing.of)])), place, drawing)


def render_charts(report: Report, kind: Kind) -> dict[str, bytes]:
    """Every chart of a report by name, as a file of that kind."""
    return {chart.name: render_chart(chart, kind) for chart in charts_if_enough_hands(report)}


def render_chart(chart: Chart, kind: Kind) -> bytes:
    """The chart as a file, PNG or SVG; the marks of an SVG say what they stand for."""
    file = render_with_raw_marks(chart, kind)
    return marks_to_titles(file) if kind == "svg" else file


def render_with_raw_marks(chart: Chart, kind: Kind) -> bytes:
    """The chart as a file; the marks of an SVG are yet to be linked, or to be turned into words."""
    file = BytesIO()
    with chart_settings():
        _draw_figure(chart).savefig(file, format=kind, metadata=METADATA[kind])
    return file.getvalue()


@contextmanager
def chart_settings() -> Iterator[None]:
    """The look of all charts. The plotting library has one look for all threads: others wait."""
    with LOOK, mpl.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # letters the font lacks are drawn as boxes
        yield


def _draw_figure(chart: Chart) -> Figure:
    # Measured as it is saved: at another resolution the letters are hinted to other widths, and would be cut.
    figure = Figure(figsize=(WIDTH, chart.drawing.height), dpi=SETTINGS["savefig.dpi"])
    layout = ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN)
    chart.drawing.draw(figure)
    # Otherwise the figure would be drawn once more for the layout, and again for each file.
    layout.execute(figure)
    return figure
