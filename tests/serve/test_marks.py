"""The marks of the report's charts lead to as many hands as they count, by hand and by key."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.report.browser import Browser, missing
from tests.serve.client import Client

pytestmark = pytest.mark.untraced
HERO = "Katja72"
ENTER, RIGHT = "\ue007", "\ue014"
MARK = re.compile(r'<a class="mark" href="([^"]+)"[^>]*><title>([^<]+)</title>')
DONE, CHANCES = re.compile(r"\(([\d,]+)/"), re.compile(r"/([\d,]+)\)")
EACH = 7
"""Every so many marks are followed."""


@pytest.fixture(scope="module", autouse=True)
def without_charts() -> None:
    """Here pages have their charts."""


@pytest.mark.parametrize("section", ["draws"])
def test_a_mark_leads_to_as_many_hands_as_it_counts(client: Client, section: str) -> None:
    marks = MARK.findall(client.get("/report", player=HERO, section=section).text)
    assert marks
    for to, said in marks[::EACH]:
        counted = (DONE if "made=yes" in to else CHANCES).search(unescape(said))
        assert counted, said
        assert f'id="rows">{counted[1]}<' in client.get(unescape(to)).text, said


def test_hidden_names_are_hidden_in_marks_and_their_addresses(client: Client) -> None:
    text = client.get("/report", player=HERO, section="draws", names="hidden").text
    assert MARK.findall(text)
    assert HERO not in text.partition("<main")[2]


@pytest.mark.skipif(bool(missing()), reason=f"{missing()} not installed: nothing to touch a chart with")
def test_a_mark_is_reached_by_keys_and_leads_to_its_hands(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.log()
    browser.visit(f"{address}report?player={HERO}")
    browser.point("#chart-draw_frequencies .mark path")
    assert browser.run("return document.getElementById('tip').textContent").startswith(f"{HERO}, first draw, ")
    browser.run("document.querySelector('#chart-draw_frequencies .mark').focus()")
    browser.press(RIGHT)
    said = browser.run("return document.activeElement.getAttribute('aria-label')")
    assert browser.run("return document.getElementById('tip').textContent") == said
    browser.press(ENTER)
    counted = DONE.search(said)
    assert counted
    assert browser.wait("return document.getElementById('rows')?.textContent") == counted[1]
    assert browser.log() == []
