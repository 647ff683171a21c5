"""Keys: links and buttons name theirs, and a question mark lists those of the page."""

from __future__ import annotations

import pytest

from tests.report.browser import Browser, in_browser

HERO = "Katja72"


@pytest.mark.nightly
@in_browser
def test_a_question_mark_lists_the_keys_of_a_page_and_they_do_what_it_says(browser: Browser, address: str) -> None:
    browser.log()
    browser.visit(f"{address}leaks?player={HERO}&leak=pat-too-much")
    listed = """
        return [...document.querySelectorAll('.keys dt')].map((one) => [one.textContent, one.nextSibling.textContent]);
    """
    browser.press("?")
    told = dict(browser.run(listed))
    assert told["r"] == "Review them, worst first"
    assert told["a"] == "Take a quiz"
    assert told["?"] == "This list"
    assert "j, k" in told
    browser.press("?")
    assert browser.run(listed) == []
    browser.press("m")
    assert browser.wait("return location.search.includes('names=hidden')")
    browser.press("r")
    assert browser.wait("return location.pathname === '/hand'")
    assert browser.wait("return document.readyState === 'complete'")
    browser.press("?")
    told = dict(browser.run(listed))
    assert {"n", "left arrow", "space", "s", "t", "u", "m"} <= told.keys()
    assert len(told.values()) == len({*told.values()})
    assert browser.log() == []
