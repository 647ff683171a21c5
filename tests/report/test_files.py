"""The files of a report."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import histparse
from histparse.api.reporting import render_bytes_by_path
from histparse.report import Report
from histparse.report.charts import charts_if_enough_hands, render_chart, render_charts
from histparse.report.html.page import render_page
from tests.report.reporting import emptied

NAMES = {
    "cumulative_big_bets_USD",
    "cumulative_net_USD",
    "cumulative_net_play",
    "draw_frequencies",
    "draw_luck",
    "made_hands",
    "pat_rates",
    "position_draws_first",
    "position_draws_third",
    "river_matrix_bet",
    "river_matrix_unbet",
    "starting_hands_USD",
    "starting_hands_play",
}
"""Of charts drawn once, and of those drawn once for each of several."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.nightly
def test_charts_are_pictures_and_drawings(hostile: Report, tmp_path: Path) -> None:
    """What can be drawn for the worst of names can be drawn for others."""
    pictures, drawings = (render_bytes_by_path(hostile, kind, tmp_path) for kind in ("png", "svg"))
    names = {chart.name for chart in charts_if_enough_hands(hostile)}
    assert names >= NAMES
    assert {file.name for file in pictures} == {f"{name}.png" for name in names}
    assert {file.stem for file in drawings} == names
    assert all(content.startswith(b"\x89PNG") for content in pictures.values())
    for file, content in drawings.items():
        assert ElementTree.fromstring(content).find(f".//{SVG}text") is not None, file  # noqa: S314 - ours
    assert list(tmp_path.iterdir()) == []  # they are given, not written


def test_a_hostile_name_is_only_text_in_a_drawing(hostile: Report) -> None:
    (pat_rates,) = (chart for chart in charts_if_enough_hands(hostile, "draws") if chart.name == "pat_rates")
    root = ElementTree.fromstring(render_chart(pat_rates, "svg"))  # noqa: S314 - ours
    text = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert "_[bold]x[/] $\\alpha…" in text
    assert not list(root.iter(f"{SVG}script"))


def test_what_never_happened_is_not_drawn(report: Report) -> None:
    empty = emptied(report)
    assert charts_if_enough_hands(empty) == []
    assert render_charts(empty, "png") == {}


def test_the_python_interface_gives_the_same(report: Report, tmp_path: Path) -> None:
    empty, with_pat_rates = emptied(report), emptied(report, but={"pat_rate"})
    assert histparse.report_html(empty) == render_page(empty)
    assert {tmp_path: histparse.report_pdf(empty)} == render_bytes_by_path(empty, "pdf", tmp_path)
    assert histparse.report_charts(with_pat_rates) == render_charts(with_pat_rates, "svg")
    assert [picture[:4] for picture in histparse.report_charts(with_pat_rates, "png").values()] == [b"\x89PNG"]
    assert histparse.report_data(empty)["statistics"].keys() == report.figures.keys()
