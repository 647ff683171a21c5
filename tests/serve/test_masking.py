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
from tests.serve.test_hands import cell, opened, rows
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


def named(text: str, names: list[str]) -> list[str]:
    """Which of the names a page says, its data among what it says."""
    said = Page(text).text
    return [name for name in names if re.search(rf"(?<!\w){re.escape(escape_unprintable(name))}(?!\w)", said)]


def test_no_page_of_a_hand_says_a_name(client: Client, database: Database) -> None:
    hands = database.connection.execute(SEATS).fetchall()
    hands = [*hands[::60], *(one for one in hands if one[3])]
    assert len(hands) > 5
    for hand, names, heroes, findings in hands:
        shown, hidden = (client.get("/hand", id=hand, **how).text for how in ({}, {"names": "hidden"}))
        assert {*named(shown, names)} == {*names}
        assert {*named(hidden, names)} <= {"Hero"}
        said = Page(hidden).text
        assert ("Hero" in said) == bool(heroes)
        assert said.count("Player 1") > 1
        if findings:
            count = 'class="finding '
            assert shown.count(count) == hidden.count(count) > 0


def test_no_list_says_a_name_and_the_hand_it_opens_says_none(client: Client, database: Database) -> None:
    names = [
        name
        for (name,) in database.connection.execute("SELECT DISTINCT name FROM players").fetchall()
        if name != "Hero"
    ]
    text = client.get("/hands?stat=vpip&names=hidden").text
    listed = rows(text)
    assert len(listed) == PAGE_ROWS
    assert all(re.search(rf'data-heading="player"><bdi>(?:{MASK.pattern})<', row) for row in listed)
    assert "Player 2" in text
    body = text.partition("<tbody>")[2]
    assert named(body, names) == []
    assert cell(listed[0], "position") == cell(rows(client.get("/hands?stat=vpip").text)[0], "position")
    hand = client.get(opened(listed[1])).text
    assert "names=hidden" in opened(listed[1])
    assert all("names=hidden" in to for to, _ in re.findall(r'<a href="([^"]+)" rel="(\w+)"', hand))
    assert named(hand, names) == []
    back = unescape(re.findall(r'<a href="([^"]+)" aria-keyshortcuts="m" title="Show names \(m\)">Show names', hand)[0])
    assert named(client.get(back).text, names) != []


def test_the_heading_of_a_list_says_no_name(client: Client) -> None:
    for path in ("/hands?player=LimpLena&opponent=Katja72", "/leaks?player=Katja72&leak=pat-too-much"):
        shown, hidden = (client.get(f"{path}{how}").text.partition("<form")[0] for how in ("", "&names=hidden"))
        assert re.search("Katja72|LimpLena", Page(shown).text)
        assert not re.search("Katja72|LimpLena", Page(hidden).text)


def test_names_are_hidden_or_not(client: Client) -> None:
    answer = client.get("/hand", id=RESHUFFLE, names="<script>")
    assert answer.status == 400
    assert "<script>" not in answer.text


@pytest.mark.nightly
def test_no_page_says_a_name_of_another_player(client: Client, database: Database) -> None:
    """Each page, and what one of each kind of their links leads to: menus, suggestions, chips, tips and addresses."""
    found = database.connection.execute("SELECT DISTINCT name FROM players").fetchall()
    heroes = database.connection.execute("SELECT DISTINCT player FROM seats WHERE hero").fetchall()
    names = [name for (name,) in found if not MASK.fullmatch(name)]
    assert len(names) > 20
    said = {"ask": "&stat=wtsd&by=opponent", "findings": "&code=BET02", "hands": "&opponent=LimpLena&everyone=yes"}
    more = [f"{one.PATH}?names=hidden{said.get(one.PATH[1:], '')}" for one in load_pages() if one.PATH != "/session"]
    more += ["/notes?player=LimpLena&names=hidden", "/report?player=LimpLena&opponent=Katja72&names=hidden"]
    more += ["/leaks?player=LimpLen&names=hidden", "/ask?opponent=LimpLena&start=2345&names=hidden"]
    seen: set[tuple[str, ...]] = set()
    while more:
        to = more.pop()
        answer = client.get(to)
        assert answer.status in {200, 400, 404}, to
        text = unquote_plus(unescape(answer.text))
        likely = (name for name in names if escape_unprintable(name) in text)  # which takes no time, and patterns do
        there = [
            name for name in likely if re.search(rf"(?<![\w-]){re.escape(escape_unprintable(name))}(?![\w-])", text)
        ]
        assert there == [], to
        for link in (unescape(one) for one in re.findall(r'href="(/[^"]*)"', answer.text)):
            parts = urlsplit(link)
            asked = parse_qs(parts.query)
            kind = parts.path, *sorted(asked.keys() & {"leak", "code", "session", "stat", "finding", "opponent", "tag"})
            if parts.path.startswith("/files/") or kind in seen or asked.get("names") == ["shown"]:
                continue
            assert asked.get("names") == ["hidden"], (to, link)
            seen.add(kind)
            more.append(link)
    assert {path for path, *_ in seen} == {one.PATH for one in load_pages()}
    assert len(heroes) > 1


@pytest.mark.nightly
def test_a_pseudonym_means_a_player_on_every_page(client: Client) -> None:
    names = dict(
        re.findall(
            r'data-heading="player"><a href="/notes\?names=hidden&amp;player=([^"]+)"><bdi>([^<]+)<',
            client.get("/players?names=hidden").text,
        )
    )
    assert len({*names}) == len(names) > 20
    other = next(word for word, shown in names.items() if shown.startswith("Player"))
    page = Page(client.get(f"/notes?player={other}&names=hidden").text)
    again = next(to for to, text in page.links if text == "Show names")
    real = re.findall(r"<h1><bdi>([^<]+)<", client.get(again).text)[0]
    assert not MASK.fullmatch(real)
    hands = [
        re.findall(r"<p>([\d,]+) hands?</p>", client.get("/notes", **said).text)
        for said in ({"player": unescape(real)}, {"player": unquote_plus(other), "names": "hidden"})
    ]
    assert hands[0] == hands[1] != []


@pytest.mark.nightly
@in_browser
def test_a_key_hides_and_shows_the_names(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hand?id={RESHUFFLE}")
    names = "return [...document.querySelectorAll('.seat .name')].map((one) => one.lastChild.textContent)"
    before = browser.run(names)
    for hides in (True, False):
        browser.run("window.old = 1")
        browser.run(KEY, "m")
        assert browser.wait("return document.readyState === 'complete' && window.old === undefined")
        found = browser.run(names)
        assert all(MASK.fullmatch(name) for name in found) if hides else found == before
