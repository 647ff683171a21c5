"""Step 7, report: charts. Each module here with a function `draw` is one, and its name is the file's name."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import matplotlib as mpl
from matplotlib.figure import Figure

from histparse.report.charts.style import SETTINGS
from histparse.report.figures import Report

FORMATS = ("png", "svg")


def draw_charts(report: Report, folder: str | Path) -> list[Path]:
    """Write every chart of a report into the folder, which is made if need be. Raises OSError.

    A chart for which there is nothing to draw is left out.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    files = []
    with mpl.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a name in letters the font lacks is drawn as boxes
        for name, draw in _charts():
            if (figure := draw(report)) is not None:
                files += [_save(figure, target / f"{name}.{kind}") for kind in FORMATS]
    return files


def _charts() -> Iterator[tuple[str, Callable[[Report], Figure | None]]]:
    for module in iter_modules(__path__):
        draw = getattr(import_module(f"{__name__}.{module.name}"), "draw", None)
        if draw is not None:
            yield module.name, draw


def _save(figure: Figure, file: Path) -> Path:
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    return file
