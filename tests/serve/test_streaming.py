"""A report in a real browser while it is still being counted: its controls work, tell the truth, and nothing moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from histparse.report.html.page import FilledSection
from histparse.serve.counting import IncrementalReport
from tests.patience import PATIENCE
from tests.report.browser import Browser, browsing, in_browser

pytestmark = [in_browser, pytest.mark.nightly]


SHIFT = """
window.shift ??= 0;
const add = (list) => { for (const one of list.getEntries()) window.shift += one.value; };
window.watching ??= new PerformanceObserver(add);
window.watching.observe({ type: 'layout-shift', buffered: true });
return true;
"""
CHOOSE = """
const field = document.querySelector('[name=position][value=BB]');
field.closest('details').open = true;
field.focus();
field.checked = true;
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
STATE = """
if (document.readyState !== arguments[0] || !document.querySelector('#filters + datalist')) return null;
if (document.body.classList.contains('busy')) return null;
return {
  asked: new URLSearchParams(location.search).get('position') ?? '',
  field: document.getElementById('filters').elements.position.value,
  said: document.querySelector('header').textContent.includes('position BB'),
  sections: document.querySelectorAll('main > section').length,
  whole: Boolean(document.querySelector('.waiting ~ .glance')),
};
"""


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Browser]:
    """A browser that does not wait for pages to be whole."""
    with browsing(tmp_path, "none") as browser:
        yield browser


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Holds reports back behind their second section, until it is set."""
    go_on, sections = Event(), IncrementalReport.sections

    def slowly(counting: IncrementalReport) -> Iterator[FilledSection]:
        for place, section in enumerate(sections(counting)):
            if place == 2:
                go_on.wait(PATIENCE)
            yield section

    monkeypatch.setattr(IncrementalReport, "sections", slowly)
    yield go_on
    go_on.set()


def state(browser: Browser, ready: str, position: str) -> dict[str, object]:
    """What the page shows when it is that ready, and asks for that position."""
    shown = browser.wait(
        f"const state = (() => {{ {STATE.replace('arguments[0]', repr(ready))} }})();"
        f"return state?.asked === {position!r} && state"
    )
    assert shown, "the page did not come"
    return dict(shown)


def test_controls_work_and_tell_the_truth_while_a_report_is_counted(hasty: Browser, address: str, held: Event) -> None:
    hasty.screen(1440, 900)
    hasty.visit(f"{address}report?player=Katja72&players=6")
    assert not state(hasty, "loading", "")["whole"]
    hasty.run(CHOOSE)
    held.set()
    changed = state(hasty, "complete", "BB")
    assert changed["field"] == "BB"
    assert changed["said"]
    assert changed["whole"]
    hasty.run(CHOOSE.replace("BB", "SB"))
    assert state(hasty, "complete", "SB")["field"] == "SB"
    hasty.run("history.back()")
    assert state(hasty, "complete", "BB")["field"] == "BB"


def test_nothing_moves_when_the_summary_comes(hasty: Browser, address: str, held: Event) -> None:
    hasty.screen(390, 844, phone=True)
    hasty.visit(f"{address}report?player=Katja72&game=cash")
    assert not state(hasty, "loading", "")["whole"]
    assert hasty.run(SHIFT)
    held.set()
    assert state(hasty, "complete", "")["whole"]
    assert hasty.run("return window.shift") < 0.02


def test_tab_stops_at_a_table_once_and_arrows_go_on(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}report?player=Katja72&players=6")
    assert browser.run("return document.querySelector('body > :first-child').hash") == "#main"
    stops, links = browser.run("""
        const all = [...document.querySelectorAll('main table a, main table button')];
        return [all.filter((one) => one.tabIndex === 0).length, all.length];
    """)
    assert stops == browser.run("return document.querySelectorAll('main table').length") < links / 4
    focused = browser.run("""
        const pressed = (key) => new KeyboardEvent('keydown', { key, bubbles: true });
        const press = (key) => document.activeElement.dispatchEvent(pressed(key));
        const table = document.querySelector('.rates'), place = () => {
          const row = document.activeElement.closest('tr');
          return [row.rowIndex, [...row.querySelectorAll('a, button')].indexOf(document.activeElement)];
        };
        table.querySelector('button').focus();
        return ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp'].map((key) => { press(key); return place(); });
    """)
    assert focused == [[0, 1], [1, 1], [1, 2], [0, 2]]


def test_a_name_typed_is_completed(browser: Browser, address: str) -> None:
    browser.visit(f"{address}report?player=Katja72&players=6")
    names = browser.run("return [...document.querySelector('[name=opponent]').list.options].map((one) => one.value)")
    assert names[0] == "Katja72"
    assert "LimpLena" in names
