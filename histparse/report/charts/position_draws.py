"""Chart: how many cards a player draws by position, a heat map for each draw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from matplotlib.figure import FigureBase

from histparse.report import words
from histparse.report.charts.heatmap import BELOW, ROW, Row, draw_map
from histparse.report.charts.style import Drawing, titled
from histparse.report.model import Report
from histparse.report.rates import Rate, Share, rates

SECTION = "draws"
CARDS = ("pat", "1", "2", "3", "4+")


def drawings(report: Report) -> Iterator[Drawing]:
    """One for each draw the player reached: one of all three would be higher than most of a page."""
    for nth, rows in _rows(report).items():
        title = f"{words.NTH[nth].capitalize()} draw of {words.label(report.player)}, by position"
        yield Drawing(1.6 + ROW * len(rows), partial(_draw, rows, title), words.NTH[nth])


def _draw(rows: list[Row], title: str, figure: FigureBase) -> None:
    """Positions down, cards across."""
    axes = figure.subplots()
    draw_map(axes, rows, CARDS)
    titled(axes, title, f"Cards drawn; {BELOW}", 24)


def _rows(report: Report) -> dict[int, list[Row]]:
    """By draw: a row for each position in which the player drew."""
    found = [rate for rate in rates(report.figures["draw_frequency by position"]) if rate.of and rate.own.chances]
    found.sort(key=lambda rate: rate.of["draw"])
    rows: dict[int, list[Row]] = {}
    for (nth, position), group in groupby(found, key=lambda rate: (rate.of["draw"], rate.of["position"])):
        rows.setdefault(nth, []).append(_row(position, list(group)))
    return rows


def _row(position: str, found: list[Rate]) -> Row:
    """Four and five cards share a column."""
    own, others = [rate.own for rate in found], [rate.others for rate in found]
    return Row(position, [*own[:4], _together(own[4:])], [*others[:4], _together(others[4:])])


def _together(shares: list[Share]) -> Share:
    return Share.of(sum(share.done for share in shares), shares[0].chances)
