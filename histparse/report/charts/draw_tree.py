"""Chart: how a player's hands go on through the three draws, as a tree from left to right, beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle
from msgspec import Struct

from histparse.report.charts.style import (
    ON_SHADES,
    PAPER,
    SHADES,
    Drawing,
    add_titled_axes,
    link_artist_to_rate,
    put_column_labels_without_frame,
    register_chart,
)
from histparse.report.model import Figures, Rate, Report, pair_rates, whole_percent_without_sign
from histparse.stats import words
from histparse.stats.significance import SMALL
from histparse.stats.words import value_name

SHARES_EXPLAINED = f"""percent of the hands that reach that draw,
opponents' in brackets and as a strip; a gap is
hands that were over; slanted: of fewer than {SMALL}"""
DRAWN = ("pat", "1", "2", "3", "4+")
FIRST = "deal"
"""What the first draw comes after."""
STRIP = 0.07
"""The width of the others' strip; that of a draw is 1."""
LINE, LEAST = 0.047, 0.034
"""The height of a line of text, and the least in which one stands alone; that of all hands is 1."""


class Branch(Struct, frozen=True):
    """The draws of a player after the same draws before, from `top` down: 1 is as high as all hands."""

    depth: int
    top: float
    rates: list[Rate]
    whole: int
    """All hands that came to a draw."""

    @property
    def share_of_all_hands(self) -> float:
        """The share of all hands that came to this draw this way."""
        return self.rates[0].player.chances / self.whole


@register_chart("draws")
def draw_tree(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    figures = report.figures["draw_path"]
    by_path: dict[str, list[Rate]] = {}
    for rate in pair_rates(figures):
        if rate.player.chances:
            by_path.setdefault(rate.key["after"], []).append(rate)
    if by_path:
        drawn = partial(_draw_tree, figures, list(_build_branches(by_path)), report.player_label)
        yield Drawing(5.0, drawn, is_main=True)


def _build_branches(
    by_path: dict[str, list[Rate]], after: str = FIRST, depth: int = 0, top: float = 0.0
) -> Iterator[Branch]:
    """The draws after these, and then those after each of them, which begin at its height."""
    if after in by_path:
        branch = Branch(depth, top, by_path[after], by_path[FIRST][0].player.chances)
        yield branch
        for rate in branch.rates:
            path = rate.key["drawn"] if after == FIRST else f"{after}-{rate.key['drawn']}"
            yield from _build_branches(by_path, path, depth + 1, top)
            top += rate.player.made / branch.whole


def _draw_tree(figures: Figures, branches: list[Branch], name: str, figure: FigureBase) -> None:
    axes = add_titled_axes(figure, f"Draws of {name}, one by one", SHARES_EXPLAINED, 24)
    for branch in branches:
        for is_player in (True, False):
            for rate, box in _draw_boxes(axes, branch, is_player=is_player):
                link_artist_to_rate(box, figures, rate, name, is_player=is_player)
                if is_player:
                    _write_box_text(axes, rate, box)
    axes.set_xlim(0, 3)
    axes.set_ylim(1, 0)
    axes.set_yticks([])
    axes.set_xticks([0.5, 1.5, 2.5], [f"{words.NTH[draw].capitalize()} draw" for draw in (1, 2, 3)])
    put_column_labels_without_frame(axes)


def _draw_boxes(axes: Axes, branch: Branch, *, is_player: bool) -> Iterator[tuple[Rate, Rectangle]]:
    """A box for each number of cards: as high as its share of all hands, or what the others would have of them."""
    left, width = (branch.depth, 1 - STRIP) if is_player else (branch.depth + 1 - STRIP, STRIP)
    top = branch.top
    for rate in branch.rates:
        height = ((rate.player if is_player else rate.pool).rate or 0.0) * branch.share_of_all_hands
        if height:
            box = Rectangle((left, top), width, height, facecolor=_box_colour(rate), edgecolor=PAPER, linewidth=0.8)
            box.set_in_layout(False)
            axes.add_artist(box)  # as in `draw_cell`
            yield rate, box
        top += height


def _box_colour(rate: Rate) -> str:
    return SHADES[DRAWN.index(rate.key["drawn"])]


def _write_box_text(axes: Axes, rate: Rate, box: Rectangle) -> None:
    """As many lines as there is room for, each at the left and at the right."""
    shown = f"{whole_percent_without_sign(rate.player.rate)} ({whole_percent_without_sign(rate.pool.rate)})"
    lines = [(value_name("drawn", rate.key["drawn"]), shown), ("", f"n = {rate.player.made:,}")]
    lines = lines[: int(box.get_height() / LINE) or box.get_height() > LEAST]
    look: dict[str, Any] = {
        "color": ON_SHADES[SHADES.index(_box_colour(rate))],
        "style": "italic" if rate.player.is_small else "normal",
        "va": "center_baseline",
        "in_layout": False,
    }
    left, right = box.get_x() + 0.05, box.get_x() + box.get_width() - 0.04
    for nth, (name, figure) in enumerate(lines):
        middle = box.get_y() + box.get_height() / 2 + LINE * (nth - (len(lines) - 1) / 2)
        axes.text(left, middle, name, ha="left", **look)
        axes.text(right, middle, figure, ha="right", **look)
