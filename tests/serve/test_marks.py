"""The marks of the report's charts lead to as many hands as they count, by hand and by key."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.report.axe import grave
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client

HERO = "Katja72"
REPORT = f"/report?player={HERO}&from=2000-01-01"
"""Not of all hands without a filter: that may be kept from a test without charts."""
MARK = re.compile(r'<a class="chart-mark" href="([^"]+)"[^>]*><title>([^<]+)</title>')
DONE = re.compile(r"\(([\d,]+)/")
NUMBERS = {
    "net_line": None,
    "starting_hand_results": re.compile(r": ([\d,]+) hands?, "),
    "starting_hands_played": re.compile(r": ([\d,]+) hands?, "),
    "draw_luck": re.compile(r" of ([\d,]+) draws?, "),
}
CHANCES = re.compile(r"/([\d,]+)\)")
"""What a mark says of the number of its hands: those of rates were made, or could be. A curve's point names its day."""
EACH = 7
"""Every so many marks are followed."""


@pytest.fixture(scope="module", autouse=True)
def without_charts() -> None:
    """Here pages have their charts."""


@pytest.mark.nightly
@pytest.mark.parametrize("section", ["results", "draws", "river", "showdown", "starting hands", "luck"])
def test_a_mark_leads_to_as_many_hands_as_it_counts(client: Client, section: str) -> None:
    marks = MARK.findall(client.get(REPORT, section=section).text)
    assert marks
    for to, said in marks[::EACH]:
        address = unescape(to)
        shown = re.search(r'id="rows">([\d,]+)<', client.get(address).text)
        assert shown, said
        (stat,) = parse_qs(urlsplit(address).query)["stat"]
        number = NUMBERS.get(stat, DONE if "made=yes" in address else CHANCES)
        assert number is None or number.findall(unescape(said))[0] == shown[1], said


@pytest.mark.nightly
def test_hidden_names_are_hidden_in_marks_and_their_addresses(client: Client) -> None:
    text = client.get(REPORT, section="draws", names="hidden").text
    assert MARK.findall(text)
    assert HERO not in text.partition("<main")[2]


@pytest.mark.nightly
@in_browser
def test_charts_break_no_rule_of_accessibility(browser: Browser, address: str) -> None:
    browser.screen(390, 844, "dark")
    browser.visit(f"{address}{REPORT[1:]}&section=river")
    assert browser.run("return document.querySelectorAll('.chart-mark').length")
    assert grave(browser) == []
