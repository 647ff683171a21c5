"""What a page is opened for stands on its first screen, on a telephone too."""

from __future__ import annotations

import pytest

from tests.report.browser import Browser, in_browser

IN_SIGHT = """
    const box = document.querySelector(arguments[0])?.getBoundingClientRect();
    return box && box.height > 0 && box.bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth
"""
CAPTION = "return document.querySelector('.opponent caption').getBoundingClientRect().height"
TWO_LINES = 70
"""Pixels that no caption of two lines fills."""


@pytest.mark.nightly(0)
@in_browser
@pytest.mark.parametrize("width", [390, 1440])
def test_the_verdict_and_the_card_are_on_the_first_screen(browser: Browser, address: str, width: int) -> None:
    browser.screen(width, 844)
    browser.visit(address)
    browser.wait("return document.querySelector('.pace')")
    assert browser.run("return document.querySelector('.pace').innerText").startswith("Am I winning?")
    assert browser.run(IN_SIGHT, ".pace")
    browser.visit(f"{address}sessions")
    browser.click(".listing td a")
    browser.wait("return document.querySelector('section.verdict')")
    assert browser.run(IN_SIGHT, "section.verdict p")
    browser.visit(f"{address}opponents")
    browser.click(".listing td a")
    assert browser.run(IN_SIGHT, ".opponent h2")
    assert browser.run(CAPTION) < TWO_LINES
    assert browser.run("return document.querySelector('.opponent thead').offsetHeight > 0") == (width > 1000)
