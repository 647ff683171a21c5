"""Step 7, report: the look of all charts - colours every eye can tell apart, and names that are only text."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from histparse.report.words import plain

OWN, POOL, INK, PALE = "#0072b2", "#e69f00", "#222222", "#8a8a8a"
"""The player, the pool, text, and lines that stand back. Blue and orange differ for every kind of colour blindness and
in grey print; shape or hatching tells them apart too."""

# Any: matplotlib types its settings by hundreds of names.
SETTINGS: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 26,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.linewidth": 0.6,
    "savefig.dpi": 160,
    "savefig.bbox": "tight",
    "savefig.pad_inches": 0.2,
    "svg.hashsalt": "histparse",
    "text.parse_math": False,
}
"""`text.parse_math`: a `$` in a name is a dollar. `svg.hashsalt`: the same figures give the same file."""


def blank(title: str, below: str, size: tuple[float, float] = (8.0, 4.6)) -> tuple[Figure, Axes]:
    """An empty chart with its title and one line of explanation under it; size in inches."""
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title)
    axes.text(0, 1.02, below, transform=axes.transAxes, color="#555555", fontsize=9, va="bottom")
    axes.grid(axis="y")
    return figure, axes


def label(name: str, most: int = 24) -> str:
    """A player's name as a label: one line, no longer than `most` letters."""
    shown = plain(name)
    return shown if len(shown) <= most else shown[: most - 1] + "…"
