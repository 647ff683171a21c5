"""Chart: what a player holds at showdown, by the cards they drew in the last draw, beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.figure import FigureBase

from histparse.report import words
from histparse.report.charts.heatmap import BELOW, ROW, Row, draw_map
from histparse.report.charts.style import Drawing, titled
from histparse.report.model import Report
from histparse.report.rates import Rate, Share, rates
from histparse.stats.naming import value_name

SECTION = "showdown"
MOST = 0.5
"""The share that gets the full colour: with ten classes, more is rare."""
SHORT = {"seven": "7", "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
WORST = ("pair", "worse")
"""Classes that share a column, as there is no room for two such words."""


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless none of the player's showdown cards are known."""
    found = [rate for rate in rates(report.figures["showdown_hands"]) if rate.of and rate.of["drawn"] is not None]
    drawn = sorted({rate.of["drawn"] for rate in found if rate.own.chances})
    if drawn:
        yield Drawing(1.6 + ROW * len(drawn), partial(_draw, drawn, found, words.label(report.player)))


def _draw(drawn: list[int], found: list[Rate], player: str, figure: FigureBase) -> None:
    """Cards drawn from top to bottom, classes of hands across."""
    classes = dict.fromkeys(rate.of["made"] for rate in found)
    columns = {SHORT.get(name, name): (name,) for name in classes if name not in WORST} | {"pair+": WORST}
    axes = figure.subplots()
    draw_map(axes, [_row(cards, list(columns.values()), found) for cards in drawn], list(columns), MOST)
    titled(axes, f"What {player} shows down", f"By cards drawn last;\n{BELOW}", 24)


def _row(drawn: int, columns: list[tuple[str, ...]], found: list[Rate]) -> Row:
    here = [rate for rate in found if rate.of["drawn"] == drawn]
    by_made = [[[rate for rate in here if rate.of["made"] == name] for name in names] for names in columns]
    own = [_either([_together([rate.own for rate in group]) for group in groups]) for groups in by_made]
    others = [_either([_together([rate.others for rate in group]) for group in groups]) for groups in by_made]
    return Row(value_name("drawn", drawn), own, others)


def _together(shares: list[Share]) -> Share:
    """Winning and losing hands added together."""
    return Share.of(sum(share.done for share in shares), sum(share.chances for share in shares))


def _either(shares: list[Share]) -> Share:
    """Classes of the same hands: what was made adds up, the opportunities are the same."""
    return Share.of(sum(share.done for share in shares), max(share.chances for share in shares))
