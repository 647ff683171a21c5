"""The marks of the report's charts lead to as many hands as they count, by hand and by key."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.report.axe import grave
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client

pytestmark = pytest.mark.nightly

HERO = "Katja72"
REPORT = f"/report?player={HERO}&from=2000-01-01"
"""Not of all hands without a filter: that may be kept from a test without charts."""
MARK = re.compile(r'<a class="chart-mark" href="([^"]+)"[^>]*><title>([^<]+)</title>')
COUNTS = {
    "starting_hand_results": r": ([\d,]+) hands?, ",
    "starting_hands_played": r": ([\d,]+) hands?, ",
    "draw_luck": r" of ([\d,]+) draws?, ",
}
MADE, CHANCES = r"\(([\d,]+)/", r"/([\d,]+)\)"
"""What a mark says of the number of its hands: those of rates were made, or could be. A curve's point names its day."""
STRIDE = 7
"""Every so many marks are followed."""


@pytest.fixture(scope="module", autouse=True)
def without_charts() -> None:
    """Here pages have their charts."""


@pytest.mark.parametrize("section", ["results", "draws", "river", "showdown", "starting hands", "luck"])
def test_a_mark_leads_to_as_many_hands_as_it_counts(client: Client, section: str) -> None:
    marks = MARK.findall(client.text(REPORT, section=section))
    assert marks
    for link, title in marks[::STRIDE]:
        address = unescape(link)
        count = client.row_count(address)
        (stat,) = parse_qs(urlsplit(address).query)["stat"]
        pattern = COUNTS.get(stat, MADE if "made=yes" in address else CHANCES)
        assert stat == "net_line" or re.findall(pattern, unescape(title))[0] == count, title


def test_hidden_names_are_hidden_in_marks_and_their_addresses(client: Client) -> None:
    text = client.text(REPORT, section="draws", names="hidden")
    assert MARK.findall(text)
    assert HERO not in text.partition("<main")[2]


@in_browser
def test_charts_break_no_rule_of_accessibility(browser: Browser, address: str) -> None:
    browser.screen(390, 844, "dark")
    browser.visit(f"{address}{REPORT[1:]}&section=river")
    assert browser.run("return document.querySelectorAll('.chart-mark').length")
    assert grave(browser) == []
