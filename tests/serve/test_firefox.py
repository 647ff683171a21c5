"""The pages in Firefox: they fit, complain of nothing, ask nobody else, and are gone through by keys as elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from histparse.report.charts import charts_if_enough_hands
from tests.report.firefox import Firefox, browsing_firefox, missing

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"{missing()} not installed: nothing to open the pages with"),
]
PAGES = ("", "report", "ask", "leaks", "notes", "players", "sessions", "tournaments", "hands", "findings", "audit")
SCREENS = ((1440, 900), (390, 844))
TAB, ENTER, RIGHT = "\ue004", "\ue007", "\ue014"
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SOON = """
new Promise((found) => {{
  const end = Date.now() + 20000;
  const look = () => ({0} || Date.now() > end ? found(Boolean({0})) : setTimeout(look, 20));
  look();
}})
"""
"""Whether something becomes true."""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with browsing_firefox(tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


@pytest.mark.parametrize("page", PAGES)
def test_pages_fit_and_complain_of_nothing(firefox: Firefox, address: str, page: str) -> None:
    for width, height in SCREENS:
        firefox.screen(width, height)
        firefox.visit(f"{address}{page}")
        assert not firefox.run(TOO_WIDE), width
        assert firefox.run("document.querySelector('main') !== null")
    assert [request for request in firefox.requests() if not request.startswith((address, "data:"))] == []
    assert firefox.complaints() == []


def test_a_hand_is_reached_and_played_by_keys(firefox: Firefox, address: str) -> None:
    firefox.screen(1440, 900)
    firefox.visit(f"{address}hands")
    firefox.press("j", "j", ENTER)
    assert firefox.run(SOON.format("document.getElementById('stage') && document.readyState === 'complete'"))
    step = int(firefox.run("document.querySelector('.log .current').dataset.step"))
    firefox.press(RIGHT)
    assert firefox.run("document.querySelector('.log .current').dataset.step") == str(step + 1)
    assert firefox.run("scrollY") == 0
    assert firefox.complaints() == []


def test_a_chart_is_gone_through_by_keys(firefox: Firefox, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("histparse.report.charts.charts_if_enough_hands", charts_if_enough_hands)
    firefox.screen(1440, 900)
    firefox.visit(f"{address}report?section=river&from=2000-01-01")  # of all hands it is kept as drawn without charts
    firefox.run("document.querySelector('.charts').focus()")
    firefox.press(TAB, RIGHT)
    label = firefox.run("document.activeElement.getAttribute('aria-label')")
    assert firefox.run("document.getElementById('tip').textContent") == label
    ((made, chances),) = re.findall(r"\(([\d,]+)/([\d,]+)\)", label)
    firefox.press(ENTER)
    assert firefox.run(SOON.format("document.getElementById('rows')"))
    assert firefox.run("document.getElementById('rows').textContent") == (chances if made == "0" else made)
    assert firefox.complaints() == []


def test_a_filter_shows_its_hands_in_place(firefox: Firefox, address: str) -> None:
    firefox.screen(1440, 900)
    firefox.visit(f"{address}hands")
    unfiltered = firefox.run("document.getElementById('rows').textContent")
    firefox.run("""
        window.same = true;
        const field = document.querySelector('#filters [name="players"][value="6"]');
        field.closest('details').open = true;
        field.checked = true;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        null
    """)
    assert firefox.run(SOON.format(f"document.getElementById('rows').textContent !== '{unfiltered}'"))
    assert firefox.run("window.same && location.search.includes('players=6')")
    firefox.run("history.back()")
    assert firefox.run(SOON.format(f"document.getElementById('rows').textContent === '{unfiltered}'"))
    assert firefox.complaints() == []
