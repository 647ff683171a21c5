"""Filters that were given a name: kept by the browser, and taken again on another page with its own controls."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.report.browser import Browser, in_browser
from tests.serve.client import Client

CHIPS = (
    "return [...document.querySelectorAll('.kept li')].map((one) => [one.firstChild.textContent, one.firstChild.href])"
)
SAVE = """
document.querySelector('.saved input').value = arguments[0];
document.querySelector('.saved p button').click();
"""
HOSTILE = "<img src=x onerror=alert(1)> & \u202etop"


@pytest.fixture
def forgotten(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}hands")
    browser.run("localStorage.clear()")


def test_without_scripts_nothing_of_it_is_there(client: Client) -> None:
    assert '<div class="saved" hidden>' in client.text("/hands", players="6")


@pytest.mark.nightly
@in_browser
@pytest.mark.usefixtures("forgotten")
def test_they_are_kept_taken_elsewhere_and_forgotten(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hands?player=Katja72&players=6&position=BTN&sort=pot")
    browser.run(SAVE, "six, button")
    ((name, link),) = browser.run(CHIPS)
    assert name == "six, button"
    query = {"player": "Katja72", "players": "6", "position": "BTN"}
    assert dict(parse_qsl(urlsplit(link).query)) == query | {"sort": "pot"}
    assert browser.run("return document.querySelector('.saved p').hidden"), "they are saved"
    browser.visit(f"{address}sessions?player=Katja72&site=pokerstars")
    browser.run("window.same = true; document.querySelector('.kept a').click()")
    assert browser.wait("return location.search.includes('position=BTN')")
    assert browser.run("return window.same"), "the page is exchanged in place"
    assert dict(parse_qsl(urlsplit(browser.run("return location.href")).query)) == query
    browser.wait("return document.querySelector('.kept a[aria-current]')")
    browser.run("document.querySelector('.kept button').click()")
    assert browser.run(CHIPS) == []
    browser.visit(f"{address}hands")
    assert browser.run("return document.querySelector('.saved').hidden")


@pytest.mark.nightly
@in_browser
@pytest.mark.usefixtures("forgotten")
def test_names_are_inert_and_hidden_with_those_of_players(browser: Browser, address: str) -> None:
    browser.log()
    browser.visit(f"{address}hands?players=6")
    browser.run(SAVE, HOSTILE)
    assert browser.run(CHIPS)[0][0] == HOSTILE
    assert browser.run("return document.querySelector('.kept img') === null")
    browser.visit(f"{address}hands?players=6&names=hidden")
    assert browser.run("return document.querySelector('.saved').hidden")
    browser.run("localStorage.setItem('histparse filters', 'nonsense')")
    browser.visit(f"{address}hands?players=6")
    assert browser.run(CHIPS) == []
    assert browser.log() == []
