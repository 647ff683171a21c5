"""Chart: what the hands of a solved decision do. It is of no report: it is drawn from a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from matplotlib.figure import FigureBase

from histparse.report.charts.heatmap import ROW, draw_cell, frame
from histparse.report.charts.style import Drawing, mark, titled
from histparse.stats import words

Hands = Sequence[tuple[str, float, Mapping[str, float]]]
"""What hands are called, how often they are held, and how often they then do what."""


def drawing(title: str, below: str, hands: Hands) -> Drawing:
    """The picture of one decision: hands that play alike down, from the best, and what they do across.

    Above is how often these hands do it, below the part of all hands that they are as they do it, both in percent.
    """
    return Drawing(1.5 + ROW * len(hands), partial(_draw, title, below, hands))


def _draw(title: str, below: str, hands: Hands, figure: FigureBase) -> None:
    axes = figure.subplots()
    names, acts = [name for name, *_ in hands], [*hands[0][2]]
    for row, (name, held, shares) in enumerate(hands):
        for column, act in enumerate(acts):
            figures = f"{100 * shares[act]:.0f}", f"{100 * held * shares[act]:.1f}"
            drawn = draw_cell(axes, (column, row), shares[act], figures)
            part = words.percent(held * shares[act])
            mark(drawn, f"{name}: {act} {words.percent(shares[act])}, which is {part} of all hands")
    frame(axes, names, acts)
    titled(axes, title, below, 20)
