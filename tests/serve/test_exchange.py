"""Filters as chips: a changed one exchanges the results in place, and the browser's history knows each of them."""

from __future__ import annotations

import re
from html import unescape
from time import monotonic, sleep
from urllib.parse import parse_qs

import pytest

from histparse.serve.filter_menus import MENUS
from tests.patience import PATIENCE
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, Page
from tests.serve.test_hands import rows
from tests.serve.test_replayer import KEY

CHIP = re.compile(
    r'<summary>([^<:]+): <b><bdi>([^<]*)</bdi></b></summary>.*?<a class="clear" href="([^"]+)"', re.DOTALL
)
SET = """
const [name, value] = arguments, every = [...document.querySelectorAll(`#filters [name="${name}"]`)];
const field = every.find((one) => one.type === 'radio' && one.value === value) ?? every[0];
field.closest('details').open = true;
field.focus();
if (field.type === 'radio') field.checked = true;
else field.value = value;
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
ENTER, ESCAPE = "\ue007", "\ue00c"
PLAYERS = "return document.getElementById('filters').elements.players.value"
OPEN = "return document.querySelector('.chip details[open]')?.dataset.menu ?? ''"
SHOWN = "return document.getElementById('rows').textContent"


def wait_for_count(browser: Browser, count: str) -> bool:
    """Whether the page comes to say that it lists so many hands."""
    return bool(browser.wait(f"return document.getElementById('rows').textContent === '{count}'"))


@pytest.mark.nightly
def test_each_filter_is_a_chip_that_leads_to_the_page_without_it(client: Client) -> None:
    text = client.text("/hands?players=6&position=BTN&player=Katja72&sort=pot&page=2")
    assert {(name, shown, unescape(cleared)) for name, shown, cleared in CHIP.findall(text)} == {
        ("Table size", "6 players", "/hands?position=BTN&player=Katja72&sort=pot"),
        ("Position", "BTN", "/hands?players=6&player=Katja72&sort=pot"),
    }
    assert not CHIP.findall(client.text("/hands"))
    assert CHIP.findall(client.text("/?players=6"))


@pytest.mark.parametrize(
    ("parameters", "menu", "setting"),
    [
        ({"stakes": "USD 5/10"}, "Stakes", "$5/$10"),
        ({"money": "play"}, "Stakes", "play"),
        ({"from": "2013-01-01", "to": "2013-02-01"}, "When", "from 2013-01-01, to 2013-02-01"),
        ({"game": "cash", "tz": "Asia/Tokyo"}, "More", "Asia/Tokyo, cash games"),
        ({"hero": "yes", "min-hands": "2"}, "More", "heroes, min hands 2"),
        ({"players": "two"}, "Table size", "two players"),
    ],
)
def test_a_chip_says_what_is_set(client: Client, parameters: dict[str, str], menu: str, setting: str) -> None:
    assert [chip[:2] for chip in CHIP.findall(client.text("/leaks", **parameters))] == [(menu, setting)]


def test_the_number_of_hands_that_pass_stands_beside_the_chips(client: Client) -> None:
    number = client.row_count("/hands", players="6")
    for path in ("/hands", "/sessions", "/opponents", "/ask"):
        assert f'<p class="passing">{number} hands</p>' in client.text(path, players="6"), path
    assert 'class="passing"' not in client.text("/hands", players="two")


@pytest.mark.nightly
@in_browser
def test_one_menu_is_open_at_a_time_and_closes_by_escape_and_by_a_click_elsewhere(
    browser: Browser, address: str
) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}hands")
    assert browser.run(OPEN) == ""
    for menu in ("When", "Table size"):
        browser.click(f"[data-menu='{menu}'] summary")
        assert browser.wait(f"return document.querySelector('.chip details[open]')?.dataset.menu === '{menu}'")
        assert browser.run("return document.querySelectorAll('.chip details[open]').length") == 1
    browser.press(ESCAPE)
    assert browser.run(OPEN) == ""
    assert browser.run("return document.activeElement.parentElement.dataset.menu") == "Table size"
    browser.press(ENTER)
    assert browser.run(OPEN) == "Table size"
    browser.click("h1")
    assert browser.run(OPEN) == ""
    browser.run(SET, "players", "6")
    assert browser.wait("return location.search.includes('players=6') && !document.body.classList.contains('busy')")
    assert browser.run(OPEN) == "Table size", "who sets one filter may set another"
    browser.visit(f"{address}sessions?players=6")
    assert browser.run(OPEN) == "", "menus are closed on the next page"


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_every_menu_is_on_the_screen(browser: Browser, address: str, width: int) -> None:
    browser.screen(width, 900)
    browser.visit(f"{address}hands?players=6&position=BTN&opponent=LimpLena&from=2000-01-01&to=2030-01-01")
    for menu in MENUS:
        browser.click(f"[data-menu='{menu}'] summary")
        # A menu is moved to the screen when the browser has told that it is open.
        assert browser.wait(
            f"const box = document.querySelector('[data-menu=\"{menu}\"][open] .fields')?.getBoundingClientRect();"
            f" return box && box.left >= 0 && Math.max(box.right, document.documentElement.scrollWidth) <= {width}"
        ), menu


def test_hostile_values_are_inert_in_chips_and_names_are_hidden(client: Client) -> None:
    assert "<script>" not in client.text("/hands", tz="<script>")
    ((_, name, _),) = CHIP.findall(client.text("/hands?opponent=LimpLena&names=hidden"))
    assert re.fullmatch(r"Player \d+", name)


@pytest.mark.nightly
@in_browser
def test_a_filter_shows_its_hands_in_place(browser: Browser, address: str, client: Client) -> None:
    browser.screen(1440, 900)
    browser.log()
    browser.visit(f"{address}hands")
    counts = {"": browser.run(SHOWN)}
    browser.run("window.same = true")
    for players in ("6", "2"):
        browser.run(SET, "players", players)
        assert browser.wait(
            f"return new URLSearchParams(location.search).get('players') === '{players}'"
            " && !!document.querySelector('.chip.set')"
        )
        counts[players] = client.row_count("/hands", players=players)
        assert wait_for_count(browser, counts[players])
        state = "return [window.same, document.activeElement.closest('details').open, document.activeElement.name]"
        assert browser.run(state) == [True, True, "players"]
        assert browser.run("return document.querySelector('[role=status]').textContent").startswith(counts[players])
        listed = browser.run("return document.querySelectorAll('.pictures tbody tr').length")
        assert listed == len(rows(client.text("/hands", players=players)))
    assert len({*counts.values()}) == 3
    for players in ("6", ""):
        browser.run("history.back()")
        assert wait_for_count(browser, counts[players])
        assert browser.run(PLAYERS) == players
    browser.run("history.forward()")
    assert wait_for_count(browser, counts["6"])
    browser.run("document.activeElement.blur()")
    browser.run(KEY, "j")
    assert browser.run("return document.activeElement.closest('tr') !== null"), "the keys of the list still work"
    browser.run("document.querySelector('.chip > .clear').click()")
    assert wait_for_count(browser, counts[""])
    browser.run("document.querySelectorAll('thead a')[1].click()")
    assert browser.wait("return location.search.includes('sort=') && document.querySelector('[aria-sort] a') !== null")
    assert browser.run("return window.same")
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_the_last_of_many_changes_counts(browser: Browser, address: str, client: Client) -> None:
    browser.visit(f"{address}hands")
    for players in ("2", "3", "6", "2", "6"):
        browser.run(SET, "players", players)
    assert wait_for_count(browser, client.row_count("/hands?players=6"))
    assert browser.run(PLAYERS) == "6"
    assert parse_qs(browser.run("return location.search.slice(1)")) == {"player": ["Katja72"], "players": ["6"]}


@pytest.mark.nightly
@in_browser
def test_a_refused_filter_says_why_beside_the_filters_and_is_mended_there(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hands?from=2000-01-01T20:00")
    browser.run("window.same = true")
    browser.run(SET, "from", "yesterday")
    assert "is not a day" in browser.wait("return document.querySelector('h1.sentence')?.textContent ?? ''")
    browser.log()
    assert browser.run("return document.activeElement.name + ' ' + document.activeElement.value") == "from yesterday"
    assert browser.run(OPEN) == "When"
    browser.run(SET, "from", "2000-01-01")
    assert browser.wait("return !!document.getElementById('rows') && location.search.includes('from=2000-01-01')")
    assert browser.run("return window.same")
    assert browser.log() == []


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("path", "sentence", "settings"),
    [
        ("/ask?stat=wtsd&by=position&players=two", "a number from 1 on", ["wtsd", "position"]),
        ("/report?player=Katja72&start=2348&position=UTG&players=6", "passes these filters", ["Katja72"]),
        ("/hands?player=LimpLenaa&players=6", "There is no player", ["LimpLenaa"]),
        ("/leaks?tz=Mars&position=BB", "Mars", ["BB"]),
    ],
)
def test_a_refused_page_has_its_form(client: Client, path: str, sentence: str, settings: list[str]) -> None:
    answer = client.get(path)
    assert answer.status in {400, 404}
    page = Page(answer.text)
    assert sentence in page.text
    typed = [attributes.get("value") for tag, attributes in page.tags if tag == "input"]
    chosen = re.findall(r"<option selected>([^<]+)<", answer.text)
    assert {*settings} <= {*typed, *chosen}


STREAMED = """
if (document.readyState !== 'complete' || document.body.classList.contains('busy')) return null;
const main = document.querySelector('main');
return !main.style.minHeight && document.getElementById('filters').elements.players.value === arguments[0] && {
  same: window.same ?? false, text: main.innerText,
  scripts: document.querySelectorAll('main .scripted:not([hidden])').length,
  stops: [...main.querySelectorAll('.rates, .grid')].every((one) => one.querySelectorAll('[tabindex="0"]').length <= 1),
};
"""


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize("path", ["", "report", "leaks"])
def test_a_page_in_pieces_is_exchanged_in_place(browser: Browser, address: str, path: str) -> None:
    """In the end it is what it would be, opened with these filters; the way back is the same."""
    browser.screen(1440, 400)
    browser.log()

    def state(players: str) -> dict[str, object]:
        return dict(browser.wait(f"return ((...arguments) => {{ {STREAMED} }})('{players}')"))

    def assert_reached(players: str, opened: dict[str, object]) -> None:
        """It is soon as when it was opened: scripts of what has come are loaded a moment later."""
        expected, end = opened | {"same": True}, monotonic() + PATIENCE
        while (reached := state(players)) != expected and monotonic() < end:
            sleep(0.05)
        assert reached == expected

    browser.visit(f"{address}{path}?player=Katja72&players=6")
    six_handed = state("6")
    browser.visit(f"{address}{path}?player=Katja72")
    unfiltered = state("")
    browser.run("window.same = true; scrollTo({ top: 100, behavior: 'instant' })")
    browser.run(SET, "players", "6")
    assert_reached("6", six_handed)
    assert parse_qs(browser.run("return location.search.slice(1)")) == {"player": ["Katja72"], "players": ["6"]}
    assert browser.run("return scrollY") == 100
    browser.run("history.back()")
    assert_reached("", unfiltered)
    assert browser.log() == []
