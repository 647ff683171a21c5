"""The page in a real browser: quiet, whole, sortable, and within every screen and paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.model.errors import escape_unprintable
from histparse.report import Report
from histparse.report.blocks import section_tables
from histparse.report.charts import charts_if_enough_hands
from tests.report.axe import grave
from tests.report.browser import Browser, in_browser
from tests.report.reporting import HOSTILE

pytestmark = [in_browser, pytest.mark.nightly]


A4 = 688
"""CSS pixels between the margins of the paper."""
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true;"
OUTSIDE = """
return [...document.querySelectorAll('body *')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest('.wide, .charts, nav ul, #tip');
}).map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`);
"""
"""What sticks out to the right, but for tables, charts and contents that scroll within themselves."""
SORTED = """
const heading = document.querySelectorAll('.rates thead')[arguments[0]].querySelectorAll('th')[1];
heading.querySelector('button').click();
const rows = [...heading.closest('table').tBodies[0].rows];
return [heading.getAttribute('aria-sort'), rows.map((row) => row.cells[1].dataset.sort)];
"""


LETTERS = """
const size = (one) => {
  const svg = one.closest('svg');
  const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  return scale * parseFloat(getComputedStyle(one).fontSize);
};
return [...document.querySelectorAll('body *')].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && one.getClientRects().length && !one.closest('script') && size(one) < 9
).map((one) => `${one.tagName} ${size(one)} ${one.textContent.trim().slice(0, 40)}`);
"""
"""Text below 9 pixels."""
COVERED = """
const boxes = (selector, root) => [...root.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height);
const found = [], start = (one) => one.textContent.trim().slice(0, 30);
const compare = (all, slack) => all.forEach(([one, box], place) => all.slice(place + 1).forEach(([other, beside]) => {
  if (one.contains(other) || other.contains(one)) return;
  const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
  const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
  if (wide > slack && high > slack) found.push(`${start(one)} / ${start(other)}`);
}));
const parts = 'h1, h2, h3, summary, figure, .wide, .hands > dl, .results li, .differences li, dt, dd';
compare(boxes(parts, document.body), 1);
for (const svg of document.querySelectorAll('svg')) compare(boxes('text', svg), 3);
return found;
"""
"""What lies over something else: parts of the page, and letters of a chart."""
CUT = """
const found = [...document.querySelectorAll('.wide')].filter((one) => one.scrollWidth > one.clientWidth + 1);
const out = [...document.querySelectorAll('svg text')].filter((one) => {
  const box = one.getBoundingClientRect(), svg = one.closest('svg').getBoundingClientRect();
  return box.width && (box.left < svg.left - 2 || box.right > svg.right + 2);
});
return [...found, ...out].map((one) => one.textContent.trim().slice(0, 40));
"""
"""Tables that must be scrolled, and letters outside their picture."""


@pytest.fixture(scope="module")
def file(hostile_page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(hostile_page, encoding="utf-8")
    return file


@pytest.fixture
def opened(browser: Browser, file: Path) -> Browser:
    browser.screen(1280, 900)
    browser.log()
    browser.requests()
    browser.open(file)
    return browser


def test_nothing_is_reported_and_nothing_fetched(opened: Browser, file: Path) -> None:
    opened.run(OPEN_ALL)
    assert opened.log() == []
    assert {address for address in opened.requests() if address != "data:,"} == {file.as_uri()}


def test_axe_finds_nothing_grave(opened: Browser) -> None:
    assert grave(opened) == []


def test_every_chart_and_table_is_there(opened: Browser, hostile: Report) -> None:
    opened.run(OPEN_ALL)
    drawn = opened.run("""
        return [...document.querySelectorAll('figure')].map((one) => {
          const box = one.querySelector('svg').getBoundingClientRect();
          return [one.id, box.width, box.height, one.querySelectorAll('svg text').length];
        });
    """)
    assert [name for name, *_ in drawn] == [f"chart-{chart.name}" for chart in charts_if_enough_hands(hostile)]
    assert all(width > 300 and height > 90 and texts > 5 for _, width, height, texts in drawn)
    tables = opened.run("return [...document.querySelectorAll('table')].map((one) => one.tBodies[0].rows.length)")
    assert len(tables) == 1 + sum(len(list(section_tables(hostile, section))) for section in hostile.sections())
    assert min(tables) > 0


def test_tables_sort_down_and_up_and_unknown_comes_last(opened: Browser) -> None:
    tables = opened.run("return document.querySelectorAll('.rates').length")
    for table in range(tables):
        for order in ("descending", "ascending"):
            sorting, rates = opened.run(SORTED, table)
            known = [rate for rate in rates if rate]
            assert sorting == order
            assert [*map(float, known)] == sorted(map(float, known), reverse=order == "descending")
            assert rates[: len(known)] == known


def test_hostile_names_stay_text(opened: Browser) -> None:
    assert opened.run("return document.querySelector('h1').textContent") == escape_unprintable(HOSTILE)
    assert opened.run("return [document.scripts.length, document.images.length, typeof hacked]") == [1, 0, "undefined"]
    assert escape_unprintable(HOSTILE) in opened.run("return document.title")


def test_definitions_show_beside_the_term(opened: Browser, hostile: Report) -> None:
    is_hidden, text, is_on_screen = opened.run("""
        document.querySelector('.term[href="#about-vpip"]').focus();
        const tip = document.getElementById('tip'), box = tip.getBoundingClientRect();
        return [tip.hidden, tip.textContent, box.left >= 0 && box.right <= innerWidth && box.top >= 0];
    """)
    vpip = hostile.figures["vpip"].statistic
    assert text.startswith(vpip.definition)
    assert vpip.denominator in text
    assert (is_hidden, is_on_screen) == (False, True)
    opened.run("document.activeElement.blur()")
    assert opened.run("return document.getElementById('tip').hidden") is True


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_of_the_charts_stands_out(opened: Browser, scheme: str) -> None:
    opened.screen(1280, 900, scheme)
    ink, paper = opened.run("""
        const text = document.querySelector('#chart-pat_rates svg text'), box = text.closest('main > section');
        return [getComputedStyle(text).fill, getComputedStyle(box).backgroundColor];
    """)
    darker, lighter = sorted([luminance(ink), luminance(paper)])
    assert (lighter + 0.05) / (darker + 0.05) > 7, "the contrast, as WCAG counts it"


@pytest.mark.soak(2)
@pytest.mark.parametrize(("width", "scheme"), [(1600, "light"), (820, "dark"), (390, "light"), (320, "dark")])
def test_nothing_is_outside_covered_cut_or_too_small_to_read(opened: Browser, width: int, scheme: str) -> None:
    opened.screen(width, 844, scheme, phone=width < 800)
    opened.run(OPEN_ALL)
    assert opened.run("return document.documentElement.scrollWidth") <= width
    assert opened.run("return parseFloat(getComputedStyle(document.body).fontSize)") >= 16
    for script in (OUTSIDE, LETTERS, COVERED, CUT):
        assert opened.run(script) == []


def test_the_page_is_whole_on_paper(opened: Browser) -> None:
    """Its folded tables are printed though nobody unfolded them; the commands below the tables are not."""
    opened.screen(A4, 1000)
    opened.paper()
    shut = "return [...document.querySelectorAll('table')].filter((one) => !one.getBoundingClientRect().height).length"
    assert opened.run(shut) == 0
    assert opened.run("return document.querySelector('.hands').getClientRects().length") == 0
    for script in (OUTSIDE, LETTERS, COVERED, CUT):
        assert opened.run(script) == []
    assert opened.print().startswith(b"%PDF")
    opened.paper("")


def test_printing_unfolds_tables_and_folds_them_again(opened: Browser) -> None:
    """Also where a browser does not know how to style what is folded."""
    folded = "return [...document.querySelectorAll('details')].filter((one) => !one.open).length"
    on_screen = opened.run(folded)
    opened.run("dispatchEvent(new Event('beforeprint'))")
    assert opened.run(folded) == 0
    opened.run("dispatchEvent(new Event('afterprint'))")
    assert opened.run(folded) == on_screen > 0


def luminance(colour: str) -> float:
    """Of `rgb(1, 2, 3)`, as WCAG counts it."""
    shares = (int(channel) / 255 for channel in colour[4:-1].split(","))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
