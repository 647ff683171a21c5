"""Chart: how many cards a player draws by draw and position, as a heat map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from matplotlib.figure import FigureBase

from histparse.report import words
from histparse.report.charts.heatmap import BELOW, ROW, Row, draw_map
from histparse.report.charts.style import SOFT, TEXT, Drawing, titled
from histparse.report.model import Report
from histparse.report.rates import Rate, Share, rates

SECTION = "draws"
CARDS = ("pat", "1", "2", "3", "4+")


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    found = _rows(report)
    if found:
        height = 1.5 + ROW * sum(len(rows) for rows in found.values())
        yield Drawing(height, partial(_draw, found, words.label(report.player)))


def _draw(found: dict[int, list[Row]], name: str, figure: FigureBase) -> None:
    """Axes for each draw, one below the other: positions down, cards across."""
    fields = figure.subplots(len(found), 1, squeeze=False, height_ratios=[len(rows) for rows in found.values()])[:, 0]
    for axes, (nth, rows) in zip(fields, found.items(), strict=True):
        draw_map(axes, rows, CARDS)
        axes.set_ylabel(f"{words.NTH[nth]} draw", fontsize=TEXT, color=SOFT)
        if nth > 1:
            axes.tick_params(labeltop=False)
    titled(fields[0], f"Cards drawn by {name}, by position", BELOW.capitalize(), 24)


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
    chances = shares[0].chances
    done = sum(share.done for share in shares)
    return Share(done, chances, done / chances if chances else None)
