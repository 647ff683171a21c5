"""The rules of axe-core find nothing serious on any page, in either theme, on either screen, and none is too wide."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from histparse.cli import app
from tests.report.axe import grave
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, Page
from tests.serve.test_replayer import RESHUFFLE

pytestmark = [in_browser, pytest.mark.nightly]
HAND = f"hand?id={RESHUFFLE}&player=Katja72&review=yes"
PAGES = (
    *("", "report", "ask", "ask?stat=vpip&by=position", "leaks", "notes", "opponents", "players", "sessions"),
    *("tournaments", "hands", "findings", "audit", "names", "definitions", HAND, f"{HAND}&ask=yes", "nowhere"),
)
SCREENS = (1440, 900, "light"), (390, 844, "dark"), (1440, 900, "dark"), (390, 844, "light")


def judged(browser: Browser, address: str, screen: tuple[int, int, str]) -> list[str]:
    browser.screen(*screen)
    browser.visit(address)
    return grave(browser)


@pytest.mark.parametrize(("page", "screen"), [*zip(PAGES, cycle(SCREENS), strict=False)])
def test_pages(browser: Browser, address: str, page: str, screen: tuple[int, int, str]) -> None:
    assert judged(browser, f"{address}{page}", screen) == []


@pytest.mark.parametrize("width", [390, 820])
def test_no_page_is_wider_than_its_screen(browser: Browser, address: str, width: int) -> None:
    """With all that is folded away unfolded."""
    browser.screen(width, 900)
    wide = []
    for page in PAGES:
        browser.visit(f"{address}{page}")
        browser.run("for (const folded of document.querySelectorAll('main details')) folded.open = true;")
        if browser.run("return document.documentElement.scrollWidth") > width:
            wide.append(page)
    assert wide == []


def test_session(browser: Browser, address: str, client: Client) -> None:
    session = next(link for link, _ in Page(client.text("/sessions")).links if link.startswith("/session?"))
    assert judged(browser, f"{address}{session.removeprefix('/')}", (390, 844, "dark")) == []


def test_replayer_file(browser: Browser, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "hand.html"
    assert app.run_command_line(["show", RESHUFFLE, "--db", str(db), "--html", str(file), "-q"]) == 0
    browser.screen(1440, 900)
    browser.open(file)
    assert grave(browser) == []


def test_what_is_hard_to_read_is_found(browser: Browser, address: str) -> None:
    browser.visit(f"{address}findings")
    browser.run("Object.assign(document.querySelector('h1').style, { color: '#ddd', background: '#eee' });")
    assert any(violation.startswith("color-contrast") for violation in grave(browser))
