"""The tree of the draws: a box is as high as its share of all hands, and begins where the box it comes from does."""

from __future__ import annotations

from collections import Counter

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from histparse.report import Report
from histparse.report.charts.draw_tree import draw_tree
from histparse.report.charts.style import SHADES

WORDS = dict(zip(SHADES, ("pat", "1", "2", "3", "4+"), strict=False))


def boxes(report: Report) -> list[Rectangle]:
    """All boxes that are drawn, the strips of the others too."""
    [drawing] = draw_tree(report)
    figure = Figure()
    drawing.draw(figure)
    return [one for one in figure.axes[0].patches if isinstance(one, Rectangle)]


def colour(box: Rectangle) -> str:
    return to_hex(box.get_facecolor())


def test_boxes_are_as_high_as_their_share_of_all_hands(report: Report) -> None:
    """Read off the picture: by what came before each box, from its left neighbours; as many hands as are counted."""
    own = sorted((box for box in boxes(report) if box.get_width() > 0.5), key=lambda box: (box.get_x(), box.get_y()))
    rows = report.figures["draw_path"].own.rows(named=True)
    whole = next(row["chances"] for row in rows if row["after"] == "deal")
    found = {}
    for box in own:
        middle = box.get_y() + box.get_height() / 2
        before = [
            WORDS[colour(one)]
            for one in own
            if one.get_x() < box.get_x() and one.get_y() < middle < one.get_y() + one.get_height()
        ]
        assert len(before) == box.get_x()
        found["-".join(before) or "deal", WORDS[colour(box)]] = round(box.get_height() * whole, 6)
    assert found == {(row["after"], row["drawn"]): row["done"] for row in rows if row["done"]}
    assert len(found) > 20


def test_strips_of_the_others_are_as_high_as_the_boxes_beside_them(report: Report) -> None:
    heights: dict[str, Counter[int]] = {"own": Counter(), "others": Counter()}
    for box in boxes(report):
        whose = "own" if box.get_width() > 0.5 else "others"
        heights[whose][int(box.get_x())] += box.get_height()  # type: ignore[assignment] # a part of one
    assert heights["own"] == pytest.approx(heights["others"])
    assert heights["own"][0] == pytest.approx(1)
