"""A report stays short: screens are filled, letters of charts can be read, and a long name breaks nothing."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from histparse.report import Report
from histparse.report.html.page import render_page
from histparse.report.paper.typesetting import typeset_report
from tests.report.browser import Browser, in_browser

pytestmark = [in_browser, pytest.mark.nightly]


LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff " + "a" * 31
"""67 characters, with a word that no line has room for."""
SCREENS = {1600: (900, 4), 390: (844, 10)}
"""By width: the height of a screen, and the most screens."""
SMALLEST_LETTER = """
return Math.min(...[...document.querySelectorAll('figure svg text')].map((one) =>
  one.ownerSVGElement.getBoundingClientRect().width / one.ownerSVGElement.viewBox.baseVal.width
  * parseFloat(getComputedStyle(one).fontSize)));
"""
EMPTY_PLACES = """
const boxes = [...document.querySelectorAll('.sections > section')].map((one) => one.getBoundingClientRect());
const main = document.querySelector('main').getBoundingClientRect(), empty = [];
for (const box of boxes) {
  const isInRow = (other) => other.top < box.top + 2 && other.bottom > box.top + 2;
  const right = Math.max(...boxes.filter(isInRow).map((other) => other.right));
  if (right < main.right - 40) empty.push(Math.round(box.top));
}
for (const parts of document.querySelectorAll('.parts')) {
  const { bottom, right } = parts.getBoundingClientRect();
  const figures = [...parts.querySelectorAll('figure')].map((one) => one.getBoundingClientRect());
  const last = figures.at(-1), columns = getComputedStyle(parts).gridTemplateColumns.split(' ').length;
  if (!last || columns !== 2 || last.left > parts.getBoundingClientRect().left + 100) continue;
  const beside = [...parts.querySelectorAll('.gap, figure')].map((one) => one.getBoundingClientRect());
  if (!beside.some((one) => one.left > last.left + 100 && one.top < last.bottom && one.bottom > last.top)) {
    empty.push(parts.parentElement.textContent.trim().slice(0, 20));
  }
}
return empty;
"""
"""Rows of cards that end before the page does, and last charts beside which there is nothing."""


@pytest.fixture(scope="module")
def file(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(render_page(replace(report, player=LONG_NAME)), encoding="utf-8")
    return file


@pytest.mark.parametrize("width", SCREENS)
def test_a_report_is_few_screens_long_and_its_charts_can_be_read(browser: Browser, file: Path, width: int) -> None:
    height, most = SCREENS[width]
    browser.screen(width, height)
    browser.open(file)
    assert browser.run("return document.documentElement.scrollHeight") <= most * height
    assert browser.run(SMALLEST_LETTER) >= 11


@pytest.mark.parametrize("width", [1600, 1440, 820])
def test_no_place_in_a_grid_is_empty(browser: Browser, file: Path, width: int) -> None:
    browser.screen(width, 900)
    browser.open(file)
    assert browser.run(EMPTY_PLACES) == []


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_name_breaks_no_page(browser: Browser, file: Path, width: int) -> None:
    browser.screen(width, 844)
    browser.open(file)
    assert len(LONG_NAME) == 67
    assert browser.run("return document.documentElement.scrollWidth") == width
    assert browser.run("return document.querySelector('h1').scrollWidth") <= width


def test_a_long_name_breaks_no_line_of_the_paper(report: Report) -> None:
    first = PdfReader(BytesIO(typeset_report(replace(report, player=LONG_NAME)))).pages[0]
    assert "".join(LONG_NAME.split()) in "".join(first.extract_text().split())
