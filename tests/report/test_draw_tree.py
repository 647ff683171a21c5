"""The tree of the draws: a box is as high as its share of all hands, and begins where the box it comes from does."""

from __future__ import annotations

from collections import defaultdict

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from histparse.report import Report
from histparse.report.charts.draw_tree import draw_tree
from histparse.report.charts.style import SHADES

WORDS = dict(zip(SHADES, ("pat", "1", "2", "3", "4+"), strict=False))


def boxes(report: Report) -> list[Rectangle]:
    """All boxes that are drawn, the strips of the opponents too."""
    [drawing] = draw_tree(report)
    figure = Figure()
    drawing.draw(figure)
    return [box for box in figure.axes[0].patches if isinstance(box, Rectangle)]


def is_of_player(box: Rectangle) -> bool:
    """Boxes are wide, strips are not."""
    return box.get_width() > 0.5


def draw_in_words(box: Rectangle) -> str:
    return WORDS[to_hex(box.get_facecolor())]


def test_boxes_are_as_high_as_their_share_of_all_hands(report: Report) -> None:
    """Read off the picture: by the draws to the left of each box, on its height; as many hands as are counted."""
    drawn = sorted(filter(is_of_player, boxes(report)), key=lambda box: (box.get_x(), box.get_y()))
    rows = report.figures["draw_path"].own.rows(named=True)
    dealt = next(row["chances"] for row in rows if row["after"] == "deal")
    counts = {}
    for box in drawn:
        middle = box.get_y() + box.get_height() / 2
        earlier = [
            draw_in_words(left)
            for left in drawn
            if left.get_x() < box.get_x() and left.get_y() < middle < left.get_y() + left.get_height()
        ]
        assert len(earlier) == box.get_x()
        counts["-".join(earlier) or "deal", draw_in_words(box)] = round(box.get_height() * dealt, 6)
    assert counts == {(row["after"], row["drawn"]): row["done"] for row in rows if row["done"]}
    assert len(counts) > 20


def test_strips_of_the_opponents_are_as_high_as_the_boxes_beside_them(report: Report) -> None:
    of_player, of_opponents = defaultdict[int, float](float), defaultdict[int, float](float)
    for box in boxes(report):
        heights = of_player if is_of_player(box) else of_opponents
        heights[int(box.get_x())] += box.get_height()
    assert of_player == pytest.approx(of_opponents)
    assert of_player[0] == pytest.approx(1)
