"""Chart: what a player does after the last draw, by the cards they drew and the fewest an opponent drew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from matplotlib.figure import FigureBase

from histparse.report.charts.heatmap import BELOW, ROW, Cell, Row, draw_map
from histparse.report.charts.style import Drawing, counted, titled
from histparse.report.model import Figures, Rate, Report, rates
from histparse.stats import words

SECTION = "river"
PARTS = {"river_unbet": "no bet out", "river_facing_bet": "facing a bet"}
ORDER = ("pat", "1", "2+")


def drawings(report: Report) -> Iterator[Drawing]:
    """One with no bet out and one facing a bet, unless the player never got there."""
    for name, what in PARTS.items():
        figures = report.figures[name]
        rows = _rows(figures)
        if rows:
            draw = partial(_draw, figures, words.label(report.player), rows, what)
            yield Drawing(1.6 + ROW * len(rows), draw, name.rpartition("_")[2])


def _draw(figures: Figures, player: str, rows: dict[str, list[Rate]], what: str, figure: FigureBase) -> None:
    """Cards drawn by both down, acts across."""
    axes = figure.subplots()
    drawn = [Row(name, [_cell(figures, name, rate) for rate in found]) for name, found in rows.items()]
    acts = [rate.key["action"].replace("-", "-\n") for rate in next(iter(rows.values()))]
    draw_map(axes, player, drawn, acts)
    below = f"Cards drawn last, against the fewest of an opponent;\n{BELOW}"
    titled(axes, f"{player} on the river, {what}", below, 34)


def _rows(figures: Figures) -> dict[str, list[Rate]]:
    found = [rate for rate in rates(figures) if rate.key and rate.player.chances]
    found.sort(key=lambda rate: (ORDER.index(rate.key["drew"]), ORDER.index(rate.key["against"])))
    return {name: list(group) for name, group in groupby(found, key=_name)}


def _name(rate: Rate) -> str:
    """`pat against 1`."""
    return f"{rate.key['drew']} against {rate.key['against']}"


def _cell(figures: Figures, name: str, rate: Rate) -> Cell:
    """`drew pat against 1, bet`."""
    return Cell(rate, f"drew {name}, {rate.key['action']}", counted(figures, rate))
