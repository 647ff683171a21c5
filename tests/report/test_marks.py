"""The marks of charts: what they say and lead to, nothing of them in files, and how hands and keys reach them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from histparse.report import Report
from histparse.report.charts import Chart, charts_if_enough_hands, render_chart, render_with_raw_marks
from histparse.report.charts.style import CountedHands
from histparse.report.html.inline_chart import InlineChart, inline_chart
from histparse.report.html.page import render_page
from tests.report.browser import Browser, in_browser

TAB, ENTER, RIGHT, DOWN = "\ue004", "\ue007", "\ue014", "\ue015"
SVG = "{http://www.w3.org/2000/svg}"
TITLE = re.compile(r"<title>([^<]*)</title>")
TIP = "const tip = document.getElementById('tip'); return tip && !tip.hidden ? tip.textContent : ''"
FOCUSED = "return document.activeElement.getAttribute('aria-label')"


def draw_on_page(chart: Chart) -> InlineChart:
    return inline_chart(render_with_raw_marks(chart, "svg"), chart.name)


def draw_frequencies(report: Report) -> InlineChart:
    charts = charts_if_enough_hands(report, "draws")
    return draw_on_page(next(chart for chart in charts if chart.name == "draw_frequencies"))


@pytest.fixture(scope="module")
def file(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("marks") / "report.html"
    file.write_text(render_page(report), encoding="utf-8")
    return file


@pytest.mark.nightly
def test_a_drawing_in_a_file_says_what_its_marks_stand_for_and_leads_nowhere(hostile: Report) -> None:
    for chart in charts_if_enough_hands(hostile):
        drawn = render_chart(chart, "svg").decode()
        root = ElementTree.fromstring(drawn)  # noqa: S314 - ours
        assert 'href="{' not in drawn
        assert not list(root.iter(f"{SVG}a"))
        titles = [title.text for title in root.iter(f"{SVG}title")]
        assert titles, (
            f"{chart.name} has no mark: call `link_artist_to_hands` or `link_artist_to_rate` for what it draws"
        )
        assert titles == [*map(unescape, TITLE.findall(draw_on_page(chart).svg))]


def test_a_mark_says_the_rate_of_its_bar_and_counts_its_hands(report: Report) -> None:
    drawn = draw_frequencies(report)
    rows = report.figures["draw_frequency"].own.filter(pl.col("done") > 0).to_dicts()
    titles = TITLE.findall(drawn.svg)
    for row in rows:
        hands = CountedHands("draw_frequency", {"draw": row["draw"], "drawn": row["drawn"]}, made=True)
        title = titles[drawn.hands.index(hands)]
        assert title.startswith("Hero, ")
        assert f" % ({row['done']:,}/{row['chances']:,}), 95 % interval " in title
    assert len(drawn.hands) - drawn.hands.count(None) == len(rows)
    assert sum(title.startswith("opponents, ") for title in titles) == drawn.hands.count(None)


def test_a_name_is_only_text_in_a_mark(hostile: Report) -> None:
    titles = map(unescape, TITLE.findall(draw_frequencies(hostile).svg))
    assert any(title.startswith("_[bold]x[/] $\\alpha…, first draw, ") for title in titles)


@pytest.mark.nightly
def test_tab_stops_once_at_a_chart(file: Path) -> None:
    for svg in re.findall(r"<svg [^>]*class=\"chart\".*?</svg>", file.read_text(encoding="utf-8"), re.S):
        assert svg.count('tabindex="0"') == 1
        assert svg.count("tabindex=") == svg.count('class="chart-mark"')


@pytest.mark.nightly
@in_browser
def test_a_chart_is_gone_through_by_keys_to_the_list_of_its_hands(browser: Browser, file: Path) -> None:
    browser.screen(1280, 900)
    browser.open(file)
    browser.run("document.querySelector('#chart-draw_tree [tabindex=\"0\"]').focus()")
    first = browser.run("return document.querySelector('#chart-draw_frequencies title').textContent")
    browser.press(TAB)
    assert browser.run(FOCUSED) == browser.run(TIP) == first
    browser.press(RIGHT)
    assert browser.run(FOCUSED).startswith("Hero, first draw, 1 card: ")
    browser.press(DOWN)
    assert browser.run(FOCUSED).startswith("opponents, first draw, ")
    assert browser.run(TIP) == browser.run(FOCUSED)
    assert browser.run("return document.querySelectorAll('#chart-draw_frequencies [tabindex=\"0\"]').length") == 1
    browser.run("document.querySelector('#chart-draw_frequencies a[href]').focus()")
    browser.press(ENTER)
    place = browser.wait("return document.querySelector(':target')?.getBoundingClientRect().height && location.hash")
    assert place == "#hands-draw_frequency--1-0"


@pytest.mark.nightly
@in_browser
def test_a_chart_tells_what_is_under_the_pointer(browser: Browser, file: Path) -> None:
    browser.screen(1280, 900)
    browser.open(file)
    title = browser.run("return document.querySelector('#chart-draw_frequencies title').textContent")
    browser.point("#chart-draw_frequencies .chart-mark path")
    assert browser.run(TIP) == title
    browser.point("h1")
    assert browser.run(TIP) == ""
