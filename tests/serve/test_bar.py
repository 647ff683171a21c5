"""The bar: six words on every page, and the hero stays while somebody else is looked at."""

from __future__ import annotations

import re

import pytest

from histparse.serve.menu import bar_words, load_pages
from histparse.store import Database
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client

WORDS = ["Home", "Sessions", "Hands", "Game", "Players", "More"]
BAR = re.compile(r'<div class="menu".*?</div>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)"[^>]*>(?:<bdi>)?([^<]*)')


def bar_links(client: Client, address: str, **parameters: str) -> dict[str, str]:
    """The links of the bar of that page: words and tabs, by what they say."""
    (bar,) = BAR.findall(client.text(address, **parameters))
    return {text: link.replace("&amp;", "&") for link, text in LINK.findall(bar)}


def test_every_page_is_under_one_of_six_words() -> None:
    words = bar_words(load_pages())
    assert [word.name for word in words] == WORDS
    assert sorted(path for word in words for path in word.paths) == sorted(page.PATH for page in load_pages())


@pytest.mark.nightly(1)
@pytest.mark.parametrize("path", [tab.path for word in bar_words(load_pages()) for tab in word.tabs])
def test_the_bar_has_six_words_and_the_tabs_of_its_own(client: Client, path: str) -> None:
    links = bar_links(client, path)
    assert [text for text in links if text in WORDS] == WORDS
    (current,) = [word for word in bar_words(load_pages()) if path in word.paths]
    tabs = [tab.name for tab in current.tabs] if len(current.tabs) > 1 else []
    assert [text for text in links if text not in WORDS] == tabs


def test_the_hero_stays_while_somebody_else_is_looked_at(client: Client, database: Database) -> None:
    ((name,),) = database.connection.execute(
        "SELECT player FROM seats GROUP BY player HAVING NOT bool_or(hero) ORDER BY count(*) DESC, player LIMIT 1"
    ).fetchall()
    links = bar_links(client, "/notes", player=name, **{"from": "2000-01-01"})
    assert not any("player=" in links[word] for word in WORDS)
    assert all("player=" in links[tab] for tab in ("Opponents", "Notes"))
    assert links[name] == "/notes?from=2000-01-01"


def test_the_hero_is_no_other_person(client: Client, database: Database) -> None:
    hero = database.connection.execute("SELECT player FROM seats WHERE hero LIMIT 1").fetchall()[0][0]
    links = bar_links(client, "/sessions", player=hero)
    assert hero not in links
    assert links["Sessions"].startswith("/sessions?player=")


@pytest.mark.nightly(0)
@in_browser
@pytest.mark.parametrize("width", [390, 820, 1440, 1600])
def test_headings_stand_at_one_place_in_one_size(browser: Browser, address: str, width: int) -> None:
    """Of pages whose words have as many tabs; words of the bar take one line."""
    places = {}
    browser.screen(width, 900)
    for path in ("", "sessions", "hands", "report", "leaks", "ask", "opponents", "notes", "findings"):
        browser.visit(address + path)
        places[path] = browser.run(
            "const box = document.querySelector('h1').getBoundingClientRect(),"
            " lines = new Set([...document.querySelectorAll('.menu .words li')].map((one) => one.offsetTop)),"
            " size = getComputedStyle(document.querySelector('h1')).fontSize;"
            " return [lines.size, Math.round(box.left), size, document.querySelector('.pages') ? 0 : box.top]"
        )
    assert len({tuple(place[:3]) for place in places.values()}) == 1, places
    assert {place[0] for place in places.values()} == {1}
    assert len({place[3] for place in places.values()}) == 2, places
