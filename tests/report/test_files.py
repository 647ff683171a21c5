"""The files of a report: pictures, drawings, a paper."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from histparse.report import Figures, Report
from histparse.report.charts import FORMATS, charts, draw_charts
from histparse.report.files import pdf, png, svg

NAMES = {
    "cumulative_net_USD",
    "cumulative_net_play",
    "draw_frequencies",
    "draw_luck",
    "made_hands",
    "pat_rates",
    "position_draws",
    "river_matrix",
    "starting_hands_USD",
    "starting_hands_play",
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("whose", ["report", "hostile"])
def test_charts_are_pictures_and_drawings(whose: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    report = request.getfixturevalue(whose)
    pictures, drawings = png.write(report, tmp_path / "new"), svg.write(report, tmp_path / "new")
    assert {file.stem for file in pictures} == {file.stem for file in drawings} == NAMES
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in pictures)
    for file in drawings:
        text = [element.text or "" for element in ElementTree.parse(file).iter(f"{SVG}text")]  # noqa: S314 - ours
        assert text, file


def test_a_hostile_name_is_only_text_in_a_drawing(hostile: Report, tmp_path: Path) -> None:
    (file,) = [file for file in svg.write(hostile, tmp_path) if file.stem == "pat_rates"]
    root = ElementTree.parse(file).getroot()  # noqa: S314 - ours
    text = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert "_[bold]x[/] $\\alpha…" in text
    assert not list(root.iter(f"{SVG}script"))


def test_charts_are_the_same_each_time(report: Report, tmp_path: Path) -> None:
    few = replace(report, figures={**report.figures, "net_line": _none(report, "net_line")})
    once, again = draw_charts(few, tmp_path / "a", ["svg"]), draw_charts(few, tmp_path / "b", ["svg"])
    assert [file.read_bytes() for file in once] == [file.read_bytes() for file in again]


def test_what_never_happened_is_not_drawn(report: Report, tmp_path: Path) -> None:
    nothing = replace(report, figures={name: _none(report, name) for name in report.figures})
    assert charts(nothing) == []
    assert draw_charts(nothing, tmp_path, FORMATS) == []


@pytest.mark.parametrize("whose", ["report", "hostile"])
def test_the_paper_has_a_summary_and_all_charts(whose: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    (file,) = pdf.write(request.getfixturevalue(whose), tmp_path / "paper.pdf")
    paper = file.read_bytes()
    assert paper.startswith(b"%PDF")
    pages = len(re.findall(rb"/Type /Page\b", paper))
    heights = [chart.drawing.height for chart in charts(request.getfixturevalue(whose))]
    assert pages > sum(heights) / (pdf.PAPER[1] - 2 * pdf.MARGIN)
    assert pages < 1 + len(heights)


def test_a_paper_without_charts_has_its_summary(report: Report, tmp_path: Path) -> None:
    nothing = replace(report, figures={name: _none(report, name) for name in report.figures})
    (file,) = pdf.write(nothing, tmp_path / "paper.pdf")
    assert len(re.findall(rb"/Type /Page\b", file.read_bytes())) == 1


def _none(report: Report, name: str) -> Figures:
    figures = report.figures[name]
    return replace(figures, own=figures.own.clear(), pool=figures.pool.clear())
