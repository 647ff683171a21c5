"""Filters as chips: a changed one exchanges the results in place, and the browser's history knows each of them."""

from __future__ import annotations

import re
from html import unescape
from time import monotonic, sleep

import pytest

from tests.patience import PATIENCE
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, Page
from tests.serve.test_hands import rows
from tests.serve.test_replayer import KEY

CHIP = re.compile(r'<li><a href="([^"]+)" title="Remove">(\S+) <b><bdi>([^<]*)</bdi></b>')
SET = """
const field = document.querySelector(`#filters [name="${arguments[0]}"]`);
field.focus();
field.value = arguments[1];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
SHOWN = "return document.getElementById('rows').textContent"


@pytest.mark.nightly
def test_each_filter_is_a_chip_that_leads_to_the_page_without_it(client: Client) -> None:
    text = client.get("/hands?players=6&position=BTN&player=Katja72&sort=pot&page=2").text
    chips = {name: (unescape(to), value) for to, name, value in CHIP.findall(text)}
    assert chips == {
        "players": ("/hands?position=BTN&player=Katja72&sort=pot", "6"),
        "position": ("/hands?players=6&player=Katja72&sort=pot", "BTN"),
    }
    assert 'class="chips"' not in client.get("/hands").text
    assert 'class="chips"' in client.get("/?players=6").text


def test_hostile_values_are_inert_in_chips_and_names_are_hidden(client: Client) -> None:
    assert "<script>" not in client.get("/hands", tz="<script>").text
    shown = client.get("/hands?opponent=LimpLena&names=hidden").text
    ((_, _, value),) = CHIP.findall(shown)
    assert re.fullmatch(r"Player \d+", value)


@pytest.mark.nightly
@in_browser
def test_a_filter_shows_its_hands_in_place(browser: Browser, address: str, client: Client) -> None:
    browser.screen(1440, 900)
    browser.log()
    browser.visit(f"{address}hands")
    every = browser.run(SHOWN)
    browser.run("window.same = true; document.querySelector('.filters details').open = true")
    counts = {"": every}
    for players in ("6", "2"):
        browser.run(SET, "players", players)
        assert browser.wait(
            f"return location.search.endsWith('=Katja72&players={players}') && !!document.querySelector('.chips')"
        )
        counts[players] = re.findall(r'id="rows">([^<]+)<', client.get(f"/hands?players={players}").text)[0]
        assert browser.wait(f"return document.getElementById('rows').textContent === '{counts[players]}'")
        state = "return [window.same, document.querySelector('.filters details').open, document.activeElement.name]"
        assert browser.run(state) == [True, True, "players"]
        assert browser.run("return document.querySelector('[role=status]').textContent").startswith(counts[players])
        assert len(rows(client.get(f"/hands?players={players}").text)) == browser.run(
            "return document.querySelectorAll('.pictures tbody tr').length"
        )
    assert len({*counts.values()}) == 3
    for back in ("6", ""):
        browser.run("history.back()")
        assert browser.wait(f"return document.getElementById('rows').textContent === '{counts[back]}'")
        assert browser.run("return document.querySelector('#filters [name=players]').value") == back
    browser.run("history.forward()")
    assert browser.wait(f"return document.getElementById('rows').textContent === '{counts['6']}'")
    browser.run("document.activeElement.blur()")
    browser.run(KEY, "j")
    assert browser.run("return document.activeElement.closest('tr') !== null"), "the keys of the list still work"
    browser.run("document.querySelector('.chips a').click()")
    assert browser.wait(f"return document.getElementById('rows').textContent === '{every}'")
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
    count = re.findall(r'id="rows">([^<]+)<', client.get("/hands?players=6").text)[0]
    assert browser.wait(f"return document.getElementById('rows').textContent === '{count}'")
    assert browser.run("return document.querySelector('#filters [name=players]').value") == "6"
    assert browser.run("return location.search") == "?player=Katja72&players=6"


@pytest.mark.nightly
@in_browser
def test_a_refused_filter_says_why_beside_the_filters_and_is_mended_there(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hands")
    browser.run("window.same = true")
    browser.run(SET, "from", "yesterday")
    assert "is not a day" in browser.wait("return document.querySelector('h1.sentence')?.textContent ?? ''")
    browser.log()
    assert browser.run("const field = document.activeElement; return [field.name, field.value]") == [
        "from",
        "yesterday",
    ]
    assert browser.run("return document.querySelector('.filters details').open")
    browser.run(SET, "from", "2000-01-01")
    assert browser.wait("return !!document.getElementById('rows') && location.search.includes('from=2000-01-01')")
    assert browser.run("return window.same")
    assert browser.log() == []


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("path", "said", "kept"),
    [
        ("/ask?stat=wtsd&by=position&players=two", "a number from 1 on", ["wtsd", "position"]),
        ("/report?player=Katja72&start=2348&position=UTG&players=6", "passes these filters", ["Katja72"]),
        ("/hands?player=LimpLenaa&players=6", "There is no player", ["LimpLenaa"]),
        ("/leaks?tz=Mars&position=BB", "Mars", ["BB"]),
    ],
)
def test_a_refused_page_has_its_form(client: Client, path: str, said: str, kept: list[str]) -> None:
    answer = client.get(path)
    assert answer.status in {400, 404}
    page = Page(answer.text)
    assert said in page.text
    values = [marks.get("value") for tag, marks in page.tags if tag == "input"]
    chosen = re.findall(r"<option selected>([^<]+)<", answer.text)
    assert {*kept} <= {*values, *chosen}
    assert [marks for tag, marks in page.tags if tag == "details"] == [{"open": None, "data-mended": None}]


STREAMED = """
if (document.readyState !== 'complete' || document.body.classList.contains('busy')) return null;
const main = document.querySelector('main');
return !main.style.minHeight && document.querySelector('#filters [name=players]').value === arguments[0] && {
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

    def reached(players: str, expected: dict[str, object]) -> dict[str, object]:
        """The state once it is that, or after a while: scripts of what has come are loaded a moment later."""
        end = monotonic() + PATIENCE
        while (found := state(players)) != expected and monotonic() < end:
            sleep(0.05)
        return found

    browser.visit(f"{address}{path}?player=Katja72&players=6")
    opened = state("6")
    browser.visit(f"{address}{path}?player=Katja72")
    every = state("")
    browser.run("window.same = true; scrollTo({ top: 100, behavior: 'instant' })")
    browser.run(SET, "players", "6")
    assert reached("6", opened | {"same": True}) == opened | {"same": True}
    assert browser.run("return location.search") == "?player=Katja72&players=6"
    assert browser.run("return scrollY") == 100
    browser.run("history.back()")
    assert reached("", every | {"same": True}) == every | {"same": True}
    assert browser.log() == []
