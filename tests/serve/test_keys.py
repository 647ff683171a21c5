"""Keys: links and buttons name theirs, and a question mark lists those of the page."""

from __future__ import annotations

import pytest

from tests.report.browser import Browser, in_browser


@pytest.mark.nightly
@in_browser
def test_a_question_mark_lists_the_keys_of_a_page_and_they_do_what_it_says(browser: Browser, address: str) -> None:
    browser.log()
    browser.visit(f"{address}leaks?player=Katja72&leak=pat-too-much")
    listed = """
        return [...document.querySelectorAll('.keys dt')].map((one) => [one.textContent, one.nextSibling.textContent]);
    """
    browser.press("?")
    actions = dict(browser.run(listed))
    assert actions["r"] == "Review them, worst first"
    assert actions["a"] == "Take a quiz"
    assert actions["?"] == "This list"
    assert "j, k" in actions
    browser.press("?")
    assert browser.run(listed) == []
    browser.press("m")
    assert browser.wait("return location.search.includes('names=hidden')")
    browser.press("r")
    assert browser.wait("return location.pathname === '/hand'")
    assert browser.wait("return document.readyState === 'complete'")
    browser.press("?")
    actions = dict(browser.run(listed))
    assert {"n", "left arrow", "space", "s", "t", "u", "m"} <= actions.keys()
    assert len(actions) == len({*actions.values()})
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_a_key_counts_right_after_the_list_is_closed(browser: Browser, address: str) -> None:
    """Before the browser has told the page that it is."""
    browser.visit(f"{address}leaks?player=Katja72")
    browser.run("""
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        ['?', '?', 'm'].forEach(press);
    """)
    assert browser.wait("return location.search.includes('names=hidden')")
