"""Step 8, report: charts. Each module here with a function `drawings` is one, and its name is the file's name."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pkgutil import iter_modules
from typing import Literal

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from msgspec import Struct

from histparse.report.charts.style import SETTINGS, WIDTH, Drawing
from histparse.report.model import Report
from histparse.stats.catalogue import SECTIONS

Kind = Literal["png", "svg"]
SPECIAL = re.compile(r"[^0-9A-Za-z]")
"""What has no place in the name of a file."""


class Chart(Struct, frozen=True):
    """One chart: its name, the section of the report where it stands, and how it is drawn."""

    name: str
    section: str
    drawing: Drawing


def charts(report: Report) -> list[Chart]:
    """The charts of this report, by section; one for which there is nothing to draw is left out."""
    return sorted(_charts(report), key=lambda chart: SECTIONS.index(chart.section))


def _charts(report: Report) -> Iterator[Chart]:
    for module in iter_modules(__path__):
        found = import_module(f"{__name__}.{module.name}")
        if hasattr(found, "drawings"):
            for drawing in found.drawings(report):
                name = "_".join(filter(None, [module.name, SPECIAL.sub("", drawing.of)]))
                yield Chart(name, found.SECTION, drawing)


def drawn(report: Report, kind: Kind) -> dict[str, bytes]:
    """Every chart of a report by its name, as a file of that kind."""
    return {chart.name: as_file(chart, kind) for chart in charts(report)}


def as_file(chart: Chart, kind: Kind) -> bytes:
    """The chart as a file: a picture or a drawing."""
    out = BytesIO()
    with drawing():
        _figure(chart).savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


@contextmanager
def drawing() -> Iterator[None]:
    """The look of all charts."""
    with mpl.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a name in letters the font lacks is drawn as boxes
        yield


def _figure(chart: Chart) -> Figure:
    figure, layout = Figure(figsize=(WIDTH, chart.drawing.height)), ConstrainedLayoutEngine()
    chart.drawing.draw(figure)
    # The figure would draw all of it once more for the layout, and for each file anew.
    layout.execute(figure)
    return figure
