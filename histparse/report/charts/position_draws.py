"""Chart: how many cards a player draws by position, a heat map for each draw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from matplotlib.figure import FigureBase

from histparse.report.charts.heatmap import BELOW, ROW, Cell, Row, draw_map
from histparse.report.charts.style import Drawing, counted, titled
from histparse.report.model import Figures, Rate, Report, Share, rates
from histparse.stats import words
from histparse.stats.words import row_name

SECTION = "draws"
CARDS = ("pat", "1", "2", "3", "4+")


def drawings(report: Report) -> Iterator[Drawing]:
    """One for each draw the player reached: one of all three would be higher than most of a page."""
    figures, player = report.figures["draw_frequency by position"], words.label(report.player)
    for nth, rows in _rows(figures).items():
        yield Drawing(1.6 + ROW * len(rows), partial(_draw, player, nth, rows), words.NTH[nth])


def _draw(player: str, nth: int, rows: list[Row], figure: FigureBase) -> None:
    """Positions down, cards across."""
    axes = figure.subplots()
    draw_map(axes, player, rows, CARDS)
    titled(axes, f"{words.NTH[nth].capitalize()} draw of {player}, by position", f"Cards drawn; {BELOW}", 24)


def _rows(figures: Figures) -> dict[int, list[Row]]:
    """By draw: a row for each position in which the player drew."""
    found = [rate for rate in rates(figures) if rate.key and rate.player.chances]
    found.sort(key=lambda rate: rate.key["draw"])
    rows: dict[int, list[Row]] = {}
    for (nth, position), group in groupby(found, key=lambda rate: (rate.key["draw"], rate.key["position"])):
        rows.setdefault(nth, []).append(Row(position, _cells(figures, list(group))))
    return rows


def _cells(figures: Figures, found: list[Rate]) -> list[Cell]:
    """Four and five cards share a column."""
    many = found[4:]
    last = Rate(
        many[0].key | {"drawn": CARDS[-1]},
        _together([rate.player for rate in many]),
        _together([rate.pool for rate in many]),
    )
    return [
        *(Cell(rate, ", ".join(row_name(rate.key)), counted(figures, rate)) for rate in found[:4]),
        Cell(last, ", ".join(row_name(last.key)), None),
    ]


def _together(shares: list[Share]) -> Share:
    return Share.from_counts(sum(share.made for share in shares), shares[0].chances)
