"""The files of a report: PNG, SVG, PDF."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from msgspec.structs import replace

import histparse
from histparse.report import Figures, Report
from histparse.report.charts import as_file, charts, drawn, style
from histparse.report.files import pdf, png, svg
from histparse.report.html import page
from histparse.report.results import results

NAMES = {
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
SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SAME = None if SOAK else 3
"""The charts that are drawn once more: all, or so many."""
WHOSE = ["hostile", "report"] if SOAK else ["hostile"]
"""What can be drawn for the worst of names can be drawn for others."""


@pytest.mark.parametrize("whose", WHOSE)
def test_charts_are_pictures_and_drawings(whose: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    report = request.getfixturevalue(whose)
    pictures, drawings = png.files(report, tmp_path), svg.files(report, tmp_path)
    assert {file.stem for file in pictures} == {file.stem for file in drawings}
    assert {file.stem for file in drawings} == {chart.name for chart in charts(report)} >= NAMES
    assert {file.suffix for file in pictures} == {".png"}
    assert all(content.startswith(b"\x89PNG") for content in pictures.values())
    for file, content in drawings.items():
        text = [element.text or "" for element in ElementTree.fromstring(content).iter(f"{SVG}text")]  # noqa: S314 - ours
        assert text, file
    assert list(tmp_path.iterdir()) == []  # they are given, not written


def test_a_hostile_name_is_only_text_in_a_drawing(hostile: Report) -> None:
    (pat_rates,) = (chart for chart in charts(hostile) if chart.name == "pat_rates")
    root = ElementTree.fromstring(as_file(pat_rates, "svg"))  # noqa: S314 - ours
    text = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert "_[bold]x[/] $\\alpha…" in text
    assert not list(root.iter(f"{SVG}script"))


@pytest.mark.untraced
def test_charts_are_the_same_each_time(report: Report) -> None:
    first, second = ([as_file(chart, "svg") for chart in charts(report)[:SAME]] for _ in range(2))
    assert first == second


def test_what_never_happened_is_not_drawn(report: Report) -> None:
    nothing = replace(report, figures={name: _none(report, name) for name in report.figures})
    assert charts(nothing) == []
    assert drawn(nothing, "png") == {}


@pytest.mark.parametrize("whose", WHOSE)
def test_the_paper_has_a_summary_and_all_charts(whose: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    (paper,) = pdf.files(request.getfixturevalue(whose), tmp_path / "paper.pdf").values()
    assert paper.startswith(b"%PDF")
    pages = len(re.findall(rb"/Type /Page\b", paper))
    heights = [chart.drawing.height for chart in charts(request.getfixturevalue(whose))]
    assert 1 + sum(heights) / pdf.PAPER[1] < pages + 1 < 1 + len(heights)


def test_no_page_is_half_empty_but_the_last(report: Report) -> None:
    """A page is left only when none of the charts on later pages had room on it."""
    pages = pdf.arranged(charts(report), used=6.5)
    assert sorted(chart.name for page in pages for chart in page) == sorted(chart.name for chart in charts(report))
    for number, placed in enumerate(pages):
        height = pdf.PAPER[1] - pdf.MARGIN - (pdf.MARGIN if number else 6.5)
        left = height - sum(chart.drawing.height for chart in placed)
        assert left >= 0
        assert all(chart.drawing.height > left for later in pages[number + 1 :] for chart in later)


def test_every_page_has_its_number(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = pages_of(report, tmp_path, monkeypatch)
    numbers = [figure.texts[-1].get_text() for figure in written]
    assert numbers == [f"{number} / {len(written)}" for number in range(1, len(written) + 1)]


def test_amounts_lost_are_not_blue(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = report.figures["bb100"]
    lost = pl.when(pl.col("currency") == "play").then(-pl.col("net").abs()).otherwise(pl.col("net").abs())
    both = replace(figures, own=figures.own.with_columns(net=lost))
    report = replace(report, figures=report.figures | {"bb100": both})
    colours = {text.get_text(): text.get_color() for text in pages_of(report, tmp_path, monkeypatch)[0].texts}
    found = results(report)
    assert {one.won for one in found} == {True, False}
    for one in found:
        assert colours[f"{one.net}  {one.unit}"] == (style.TOTAL if one.won else style.LOST)


def pages_of(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The pages of the paper."""
    pages: list[Figure] = []
    monkeypatch.setattr(PdfPages, "savefig", lambda _, figure: pages.append(figure))
    pdf.files(report, tmp_path / "paper.pdf")
    return pages


def test_a_paper_without_charts_has_its_summary(report: Report, tmp_path: Path) -> None:
    nothing = replace(report, figures={name: _none(report, name) for name in report.figures})
    (paper,) = pdf.files(nothing, tmp_path / "paper.pdf").values()
    assert len(re.findall(rb"/Type /Page\b", paper)) == 1


def _none(report: Report, name: str) -> Figures:
    figures = report.figures[name]
    return replace(figures, own=figures.own.clear(), others=figures.others.clear())


def test_the_python_interface_gives_the_same(report: Report, tmp_path: Path) -> None:
    nothing = {name: _none(report, name) for name in report.figures}
    empty, one = (replace(report, figures=nothing | some) for some in ({}, {"pat_rate": report.figures["pat_rate"]}))
    assert histparse.report_html(empty) == page(empty)
    assert {tmp_path: histparse.report_pdf(empty)} == pdf.files(empty, tmp_path)
    assert histparse.report_charts(one) == drawn(one, "svg")
    assert [picture[:4] for picture in histparse.report_charts(one, "png").values()] == [b"\x89PNG"]
    assert histparse.report_data(empty)["statistics"].keys() == report.figures.keys()
