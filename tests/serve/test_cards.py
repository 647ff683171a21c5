"""The card of an opponent: style, three things to do, hands shown, hands together; from every list of names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from histparse import Filters, Store
from histparse.simulate import Settings, deal_hands
from histparse.stats.words import big_bets_interval, signed_money, signed_number
from tests.dealer.writing import write
from tests.report.browser import Browser, in_browser
from tests.running import Run
from tests.serve.client import Client, Page, serving, visiting

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def client(large_database: Path) -> Iterator[Client]:
    with visiting(large_database) as client:
        yield client


def test_the_card_says_what_python_and_the_terminal_say(client: Client, large_database: Path, run: Run) -> None:
    with Store(large_database, read_only=True) as store:
        hero = store.player(None)
        name = next(name for name in store.most_met(9) if name != hero)
        claims = {name: "How to play against them:", hero: "How opponents may play against you:"}
        notes = {player: store.notes(player) for player in claims}
        rows = store.statistic("bb100", hero, filters=Filters(opponent=name)).to_dicts()
    page = Page(client.text("/notes", player=name))
    text = " ".join(page.text.split())
    (row,) = [row for row in rows if row["low_stake"] is None]
    interval = big_bets_interval(row["low_end"], row["high_end"])
    net = f"{signed_money(row['net'], row['currency'])}, {signed_number(row['bb100'])} BB/100 ({interval})"
    assert f"{row['hands']} hands together: your net is {net}" in text
    (link,) = [link for link, words in page.links if words == f"{row['hands']} hands"]
    assert client.row_count(link) == str(row["hands"])
    for player, claim in claims.items():
        style, advice = notes[player].style, notes[player].advice
        card = client.text("/notes", player=player)
        assert f'id="style">{style[0].upper()}{style[1:]}<' in card
        assert all(sentence in card for sentence in advice)
        _, printed, _ = run("notes", player, "--db", large_database)
        assert f"; {style}" in printed
        assert (claim in card) == (claim in printed) == bool(advice)
    assert "hands together" not in client.text("/notes", player=hero)


def test_hands_shown_are_counted_by_the_last_draw(client: Client, large_database: Path) -> None:
    with Store(large_database, read_only=True) as store:
        name = next(name for name in store.most_met(9) if name != store.player(None))
        shown = store.statistic("showdown_hands", name)
    page = client.text("/notes", player=name)
    rows = re.findall(
        r'<th scope="row">([^<]+)</th><td class="figure" data-heading="shown"><a href="([^"]+)">(\d+)<', page
    )
    assert rows[0][0] == "pat"
    assert sum(int(row[2]) for row in rows) == shown["done"].sum()
    for _, link, number in rows:
        assert client.row_count(unescape(link)) == number


LONG = "W" * 67


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which the hero and an opponent have names of 67 characters without a blank."""
    file = tmp_path_factory.mktemp("long") / "a.duckdb"
    text = "".join(map(write, deal_hands(Settings(hands=130, seed=5, players=(4, 4)))))
    seated = re.findall(r"^Seat \d: (.+?) \(", text, re.MULTILINE)
    opponent = max({*seated} - {"Hero"}, key=seated.count)
    for name, long_name in (("Hero", f"H{LONG[1:]}"), (opponent, LONG)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", long_name, text)
    with Store(file) as store:
        store.import_text(text)
    return file


@in_browser
@pytest.mark.parametrize("page", ["opponents?player=Katja72", "players"])
def test_keys_go_from_name_to_name_and_open_the_card(browser: Browser, address: str, page: str) -> None:
    browser.visit(f"{address}{page}")
    browser.press("j", "j", "k", "j")
    opened = browser.run("return document.activeElement.href")
    names = browser.run(
        "return [...document.querySelectorAll('.listing tbody td:first-child a')].map((one) => one.href)"
    )
    assert opened == names[1] != names[0]
    browser.press("\ue007")  # Enter
    assert browser.wait("return location.pathname === '/notes' && location.href") == opened


@in_browser
def test_a_name_of_67_characters_breaks_no_page(browser: Browser, long_names: Path) -> None:
    with Store(long_names, read_only=True) as store:
        assert store.player(None) == f"H{LONG[1:]}"
        (hand,) = store.find_hands(None, LONG, limit=1).to_dicts()
    with visiting(long_names) as client:
        session = next(link for link, _ in Page(client.text("/sessions")).links if link.startswith("/session?"))
    paths = ["", "opponents", "players", f"notes?player={LONG}", "sessions", "hands", session[1:]]
    paths += [f"hand?id={quote(hand['site'])}:{hand['hand_id']}", f"sessions?player={LONG}", f"hands?opponent={LONG}"]
    wide = []
    with serving(long_names) as address:
        for width in (390, 1440):
            browser.screen(width, 900)
            for path in paths:
                browser.visit(address + path)
                if browser.run("return document.documentElement.scrollWidth") > width:
                    wide.append((path, width))
    assert wide == []
