"""Chart: what a player holds at showdown, by the cards they drew in the last draw, beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.figure import FigureBase

from histparse.report.charts.heatmap import BELOW, ROW, Cell, Row, draw_map
from histparse.report.charts.style import Drawing, counted, titled
from histparse.report.model import Figures, Rate, Report, Share, rates
from histparse.stats import words
from histparse.stats.words import value_name

SECTION = "showdown"
MOST = 0.5
"""The share that gets the full colour: with ten classes, more is rare."""
SHORT = {"seven": "7", "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
WORST = ("pair", "worse")
"""Classes that share a column, as there is no room for two such words."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless none of the player's showdown cards are known."""
    figures = report.figures["showdown_hands"]
    found = [rate for rate in rates(figures) if rate.key and rate.key["drawn"] is not None]
    drawn = sorted({rate.key["drawn"] for rate in found if rate.player.chances})
    if drawn:
        yield Drawing(1.6 + ROW * len(drawn), partial(_draw, figures, words.label(report.player), drawn, found))


def _draw(figures: Figures, player: str, drawn: list[int], found: list[Rate], figure: FigureBase) -> None:
    """Cards drawn from top to bottom, classes of hands across."""
    classes = dict.fromkeys(rate.key["made"] for rate in found)
    columns = {SHORT.get(name, name): (name,) for name in classes if name not in WORST} | {"pair+": WORST}
    axes = figure.subplots()
    rows = [
        Row(value_name("drawn", cards), [_cell(figures, cards, names, found) for names in columns.values()])
        for cards in drawn
    ]
    draw_map(axes, player, rows, list(columns), MOST)
    titled(axes, f"What {player} shows down", f"By cards drawn last;\n{BELOW}", 24)


def _cell(figures: Figures, drawn: int, classes: tuple[str, ...], found: list[Rate]) -> Cell:
    """Winning and losing hands of these classes."""
    of_class = [[rate for rate in found if rate.key["drawn"] == drawn and rate.key["made"] == name] for name in classes]
    own = _either([_together([rate.player for rate in rates]) for rates in of_class])
    others = _either([_together([rate.pool for rate in rates]) for rates in of_class])
    made = " or ".join(classes)
    rate = Rate({"drawn": drawn, "made": made}, own, others)
    name = f"drew {value_name('drawn', drawn)}, made {made}"
    return Cell(rate, name, counted(figures, rate) if len(classes) == 1 else None)


def _together(shares: list[Share]) -> Share:
    """Winning and losing hands added together."""
    return Share.from_counts(sum(share.made for share in shares), sum(share.chances for share in shares))


def _either(shares: list[Share]) -> Share:
    """Classes of the same hands: what was made adds up, the opportunities are the same."""
    return Share.from_counts(sum(share.made for share in shares), max(share.chances for share in shares))
