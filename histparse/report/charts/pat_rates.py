"""Chart: how often a player stands pat, and breaks a pat hand, beside the others, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from msgspec import Struct

from histparse.report.charts.style import OWN, PAPER, POOL, SOFT, TEXT, Drawing, mark_rate, reach, titled
from histparse.report.model import Figures, Rate, Report, Share, rates
from histparse.stats import words
from histparse.stats.significance import SMALL

SECTION = "draws"
NAMES = {"pat_rate": "pat", "break_rate": "break"}
BELOW = f"95 % intervals; at the right percent and n/N\nhollow: small samples, under {SMALL}"


class Side(Struct, frozen=True):
    """How one side of the comparison is drawn: its distance below the middle of the row, its colour and its marker."""

    name: str
    down: float
    colour: str
    marker: str


def drawings(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    found = _rates(report)
    if any(rate.player.chances for _, rate in found.values()):
        yield Drawing(1.5 + 0.48 * len(found), partial(_draw, found, words.label(report.player)))


def _draw(found: dict[str, tuple[Figures, Rate]], player: str, figure: FigureBase) -> None:
    """Two points for each draw, the player's above the others'; their figures stand in a column, never in the way."""
    axes = figure.subplots()
    titled(axes, f"How often {player} stands pat", BELOW)
    sides = Side(player, -0.2, OWN, "o"), Side("opponents", 0.2, POOL, "s")
    for place, (label, (figures, rate)) in enumerate(found.items()):
        for share, side in zip((rate.player, rate.pool), sides, strict=True):
            if share.chances:
                _point(axes, place + side.down, share, side)
                row = reach(axes, (0, place + side.down - 0.2), 1, 0.4, transform=axes.get_yaxis_transform())
                mark_rate(row, figures, rate, player, own=share is rate.player, name=label.replace("\n", ", "))
    axes.set_yticks(range(len(found)), list(found))
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xticks([0, 0.5, 1])
    axes.set_xlabel("share of the draws reached")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    points = [axes.plot([], [], side.marker, color=side.colour, markersize=6)[0] for side in sides]
    # Names are passed separately: as labels of the points, those beginning with `_` would be left out.
    figure.legend(points, [side.name for side in sides], loc="outside lower center", ncols=2, frameon=False)


def _rates(report: Report) -> dict[str, tuple[Figures, Rate]]:
    """By the label of the row: `first draw: pat`."""
    return {
        f"{words.NTH[rate.key['draw']]} draw\n{word}": (report.figures[name], rate)
        for name, word in NAMES.items()
        for rate in rates(report.figures[name])
        if "draw" in rate.key
    }


def _point(axes: Axes, place: float, share: Share, side: Side) -> None:
    """A point with its interval and figures; hollow if the sample is small."""
    rate, low, high = share.rate or 0.0, share.low or 0.0, share.high or 0.0
    axes.hlines(place, low, high, color=side.colour, linewidth=2.2)
    face = PAPER if share.is_small else side.colour
    axes.plot(rate, place, side.marker, color=side.colour, markerfacecolor=face, markersize=6, markeredgewidth=1.6)
    shown = f"{100 * rate:.0f} %  {words.of(share.made, share.chances)}"
    beside = axes.get_yaxis_transform()
    axes.text(1.03, place, shown, transform=beside, ha="left", va="center", fontsize=TEXT, color=SOFT)
