"""Names that the address hides: no page of a hand and no list of hands shows any, and the way back is one key."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest

from histparse.model.errors import escape_unprintable
from histparse.serve.listing import PAGE_ROWS
from histparse.serve.menu import load_pages
from histparse.store import Database
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, Page
from tests.serve.test_hands import cell, hand_address, rows
from tests.serve.test_replayer import KEY, RESHUFFLE

SEATS = """
    SELECT
        site || ':' || hand_id AS hand,
        list(player) AS names,
        count_if(seats.hero) AS heroes,
        max(findings) AS findings
    FROM hands JOIN seats USING (hand_key)
    LEFT JOIN (SELECT hand_key, count(*) AS findings FROM findings GROUP BY hand_key) USING (hand_key)
    GROUP BY ALL
"""
MASK = re.compile(r"Hero|Player \d+|a player")


def names_in(text: str, names: list[str]) -> list[str]:
    """Which of the names stand in a text as words."""
    likely = (name for name in names if escape_unprintable(name) in text)  # which takes no time, and patterns do
    return [name for name in likely if re.search(rf"(?<![\w-]){re.escape(escape_unprintable(name))}(?![\w-])", text)]


def test_no_page_of_a_hand_says_a_name(client: Client, database: Database) -> None:
    hands = database.connection.execute(SEATS).fetchall()
    hands = [*hands[::60], *(hand for hand in hands if hand[3])]
    assert len(hands) > 5
    for hand, names, heroes, findings in hands:
        shown, hidden = client.text("/hand", id=hand), client.text("/hand", id=hand, names="hidden")
        assert {*names_in(Page(shown).text, names)} == {*names}
        text = Page(hidden).text
        assert {*names_in(text, names)} <= {"Hero"}
        assert ("Hero" in text) == bool(heroes)
        assert text.count("Player 1") > 1
        if findings:
            mark = 'class="finding '
            assert shown.count(mark) == hidden.count(mark) > 0


def test_no_list_says_a_name_and_the_hand_it_opens_says_none(client: Client, database: Database) -> None:
    players = database.connection.execute("SELECT DISTINCT name FROM players WHERE name <> 'Hero'").fetchall()
    names = [name for (name,) in players]
    text = client.text("/hands?stat=vpip&names=hidden")
    listed = rows(text)
    assert len(listed) == PAGE_ROWS
    assert all(re.search(rf'data-heading="player"><bdi>(?:{MASK.pattern})<', row) for row in listed)
    assert "Player 2" in text
    assert names_in(Page(text.partition("<tbody>")[2]).text, names) == []
    assert cell(listed[0], "position") == cell(rows(client.text("/hands?stat=vpip"))[0], "position")
    address = hand_address(listed[1])
    hand = client.text(address)
    assert "names=hidden" in address
    assert all("names=hidden" in link for link in re.findall(r'<a href="([^"]+)" rel="\w+"', hand))
    assert names_in(Page(hand).text, names) == []
    (way,) = re.findall(r'<a href="([^"]+)" aria-keyshortcuts="m" title="Show names \(m\)">Show names', hand)
    assert names_in(Page(client.text(unescape(way))).text, names) != []


def test_the_heading_of_a_list_says_no_name(client: Client) -> None:
    for path in ("/hands?player=LimpLena&opponent=Katja72", "/leaks?player=Katja72&leak=pat-too-much"):
        shown, hidden = (client.text(path, names=names).partition("<form")[0] for names in ("shown", "hidden"))
        assert re.search("Katja72|LimpLena", Page(shown).text)
        assert not re.search("Katja72|LimpLena", Page(hidden).text)


def test_names_are_hidden_or_not(client: Client) -> None:
    answer = client.get("/hand", id=RESHUFFLE, names="<script>")
    assert answer.status == 400
    assert "<script>" not in answer.text


@pytest.mark.nightly
def test_no_page_says_a_name_of_another_player(client: Client, database: Database) -> None:
    """Each page, and what one of each kind of their links leads to: menus, suggestions, chips, tips and addresses."""
    ((heroes,),) = database.connection.execute("SELECT count(DISTINCT player) FROM seats WHERE hero").fetchall()
    assert heroes > 1
    players = database.connection.execute("SELECT DISTINCT name FROM players").fetchall()
    names = [name for (name,) in players if not MASK.fullmatch(name)]
    assert len(names) > 20
    paths = {page.PATH for page in load_pages()}
    queries = {
        "/ask": "&stat=wtsd&by=opponent",
        "/findings": "&code=BET02",
        "/hands": "&opponent=LimpLena&everyone=yes",
    }
    addresses = [f"{path}?names=hidden{queries.get(path, '')}" for path in paths - {"/session"}]
    addresses += ["/notes?player=LimpLena&names=hidden", "/report?player=LimpLena&opponent=Katja72&names=hidden"]
    addresses += ["/leaks?player=LimpLen&names=hidden", "/ask?opponent=LimpLena&start=2345&names=hidden"]
    followed: set[tuple[str, ...]] = set()
    while addresses:
        address = addresses.pop()
        answer = client.get(address)
        assert answer.status in {200, 400, 404}, address
        assert names_in(unquote_plus(unescape(answer.text)), names) == [], address
        for link in map(unescape, re.findall(r'href="(/[^"]*)"', answer.text)):
            parts = urlsplit(link)
            query = parse_qs(parts.query)
            kind = parts.path, *sorted(query.keys() & {"leak", "code", "session", "stat", "finding", "opponent", "tag"})
            if parts.path.startswith("/files/") or kind in followed or query.get("names") == ["shown"]:
                continue
            assert query.get("names") == ["hidden"], (address, link)
            followed.add(kind)
            addresses.append(link)
    assert {path for path, *_ in followed} == paths


@pytest.mark.nightly
def test_a_pseudonym_means_a_player_on_every_page(client: Client) -> None:
    link = re.compile(r'data-heading="player"><a href="/notes\?names=hidden&amp;player=([^"]+)"><bdi>([^<]+)<')
    names = dict(link.findall(client.text("/players?names=hidden")))
    assert len(names) > 20
    pseudonym = next(word for word, shown in names.items() if shown.startswith("Player"))
    masked = client.text(f"/notes?player={pseudonym}&names=hidden")
    way = next(link for link, text in Page(masked).links if text == "Show names")
    (name,) = re.findall(r"<h1><bdi>([^<]+)<", client.text(way))
    assert not MASK.fullmatch(name)
    hands, masked_hands = (
        re.findall(r"<p>([\d,]+) hands?</p>", text) for text in (client.text("/notes", player=unescape(name)), masked)
    )
    assert hands == masked_hands != []


@pytest.mark.nightly
@in_browser
def test_a_key_hides_and_shows_the_names(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hand?id={RESHUFFLE}")
    names = "return [...document.querySelectorAll('.seat .name')].map((one) => one.lastChild.textContent)"
    shown = browser.run(names)
    for hides in (True, False):
        browser.run("window.old = 1")
        browser.run(KEY, "m")
        assert browser.wait("return document.readyState === 'complete' && window.old === undefined")
        if hides:
            assert all(map(MASK.fullmatch, browser.run(names)))
        else:
            assert browser.run(names) == shown
