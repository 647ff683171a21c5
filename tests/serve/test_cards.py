"""The card of an opponent: style, three things to do, hands shown, hands together; from every list of names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest

from histparse import Filters, Store
from histparse.cli import app
from histparse.serve.app import serve_database
from histparse.simulate import Settings, deal_hands
from histparse.stats.words import big_bets_interval, signed_money, signed_number
from tests.dealer.writing import write
from tests.report.browser import Browser, in_browser
from tests.running import Run
from tests.serve.client import Client, Page, visiting

HERO, HANDS = "Katja72", re.compile(r'id="rows">([^<]+)<')


@pytest.fixture(scope="module")
def together(many: Path) -> Iterator[Client]:
    with visiting(many) as client:
        yield client


@pytest.mark.nightly
def test_the_card_says_what_python_and_the_terminal_say(together: Client, many: Path, run: Run) -> None:
    with Store(many, read_only=True) as store:
        hero = store.player(None)
        name = next(name for name in store.most_met(9) if name != hero)
        notes, of_hero = (store.notes(player) for player in (name, hero))
        rows = store.statistic("bb100", hero, filters=Filters(opponent=name)).to_dicts()
    page = Page(together.get("/notes", player=name).text)
    text = " ".join(page.text.split())
    (row,) = [row for row in rows if row["low_stake"] is None]
    interval = big_bets_interval(row["low_end"], row["high_end"])
    net = f"{signed_money(row['net'], row['currency'])}, {signed_number(row['bb100'])} BB/100 ({interval})"
    assert f"{row['hands']} hands together: your net is {net}" in text
    (link,) = [link for link, said in page.links if said == f"{row['hands']} hands"]
    assert HANDS.findall(together.get(link).text) == [str(row["hands"])]
    for player, found, claim in (
        (name, notes, "How to play against them:"),
        (hero, of_hero, "How opponents may play against you:"),
    ):
        answer = together.get("/notes", player=player).text
        assert f'id="style">{found.style[0].upper()}{found.style[1:]}<' in answer
        assert all(advice in answer for advice in found.advice)
        assert (claim in answer) == bool(found.advice)
        _, printed, _ = run("notes", player, "--db", many)
        assert f"; {found.style}" in printed
        assert (claim in printed) == bool(found.advice)
    assert "hands together" not in together.get("/notes", player=hero).text


@pytest.mark.nightly
def test_hands_shown_are_counted_by_the_last_draw(together: Client, many: Path) -> None:
    with Store(many, read_only=True) as store:
        name = next(name for name in store.most_met(9) if name != store.player(None))
        shown = store.statistic("showdown_hands", name)
    page = together.get("/notes", player=name).text
    rows = re.findall(
        r'<th scope="row">([^<]+)</th><td class="figure" data-heading="shown"><a href="([^"]+)">(\d+)<', page
    )
    assert rows[0][0] == "pat"
    assert sum(int(row[2]) for row in rows) == shown["done"].sum()
    for _, link, number in rows:
        assert HANDS.findall(together.get(link.replace("&amp;", "&")).text) == [number]


LONG = "W" * 67


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which the hero and an opponent have names of 67 characters without a blank."""
    folder = tmp_path_factory.mktemp("long")
    text = "".join(map(write, deal_hands(Settings(hands=130, seed=5, players=(4, 4)))))
    seated = re.findall(r"^Seat \d: (.+?) \(", text, re.MULTILINE)
    other = max({*seated} - {"Hero"}, key=seated.count)
    for name, long in (("Hero", f"H{LONG[1:]}"), (other, LONG)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", long, text)
    (folder / "dealt.txt").write_text(text, encoding="utf-8")
    assert app.run_command_line(["import", str(folder / "dealt.txt"), "--db", str(folder / "a.duckdb"), "-q"]) == 0
    return folder / "a.duckdb"


@pytest.mark.nightly
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


@pytest.mark.nightly
@in_browser
def test_a_name_of_67_characters_breaks_no_page(browser: Browser, long_names: Path) -> None:
    with Store(long_names, read_only=True) as store:
        assert store.player(None) == f"H{LONG[1:]}"
        (hand,) = store.find_hands(None, LONG, limit=1).to_dicts()
    with visiting(long_names) as client:
        session = next(link for link, _ in Page(client.get("/sessions").text).links if link.startswith("/session?"))
    paths = ["", "opponents", "players", f"notes?player={LONG}", "sessions", "hands", session[1:]]
    paths += [f"hand?id={quote(hand['site'])}:{hand['hand_id']}", f"sessions?player={LONG}", f"hands?opponent={LONG}"]
    with serve_database(str(long_names), 0) as served:
        thread = Thread(target=served.run)
        thread.start()
        try:
            wide = []
            for width in (390, 1440):
                browser.screen(width, 900)
                for path in paths:
                    browser.visit(served.address + path)
                    if browser.run("return document.documentElement.scrollWidth") > width:
                        wide.append((path, width))
        finally:
            served.stop()
            thread.join()
    assert wide == []
