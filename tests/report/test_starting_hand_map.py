"""The map of starting hands: a cell for each class in each position, and for all of them, with its figures."""

from __future__ import annotations

import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from histparse.report import Report
from histparse.report.charts.hand_maps import starting_hand_map
from histparse.report.charts.style import CountedHands, Mark, decode_mark, heat_colour


def test_cells_show_what_is_counted_and_lead_to_it(report: Report) -> None:
    [drawing] = starting_hand_map(report)
    figure = Figure()
    drawing.draw(figure)
    (axes,) = figure.axes
    texts = {text.get_position(): text.get_text() for text in axes.texts}
    cells: dict[str, tuple[Mark, str, str, str]] = {}
    for cell in (patch for patch in axes.patches if isinstance(patch, Rectangle)):
        column, middle = cell.get_x() + 0.5, cell.get_y() + 0.5
        played, won = (texts[place] for place in sorted(texts) if place[0] == column and abs(place[1] - middle) < 0.5)
        mark = decode_mark(str(cell.get_url()))
        assert mark.hands is not None
        cells[str(sorted(mark.hands.of.items()))] = (mark, played, won, to_hex(cell.get_facecolor()))
    rows = [
        row
        for name in ("starting_hands_played", "starting_hands_played by position")
        for row in report.figures[name].own.filter(pl.col("currency") == "USD").to_dicts()
    ]
    assert len(cells) == len(rows)
    for row in rows:
        group = {name: part for name, part in row.items() if name in {"position", "currency", "kind", "kept"}}
        mark, played, won, colour = cells[str(sorted(group.items()))]
        assert mark.hands == CountedHands("starting_hands_played", group, "position" if "position" in row else "")
        assert f": {row['hands']} hand" in mark.text
        assert f"({row['played']}/{row['decisions']})" in mark.text
        if row["decisions"]:
            share = row["played"] / row["decisions"]
            assert played == f"{100 * share:.0f}"
            assert colour == heat_colour(share)
        if abs(row["bb100"]) < 999:
            assert float(won) == pytest.approx(row["bb100"], abs=0.5)
