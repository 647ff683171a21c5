"""The list of hands: each row draws what the tables say, and the hand it opens knows the list."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from histparse.model.cards import DECK
from histparse.stats import words
from histparse.store import Database
from histparse.view import hand_words
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, visiting

HERO = "Katja72"
CARDS = {hand_words.card_in_words(card): card for card in DECK}
SEATS = """
    SELECT dealt, CASE WHEN folded_in IS NULL THEN cards END AS cards, net / hand_big_bet AS net, position, seat,
        currency, pot, played_at, folded_in
    FROM seats JOIN hands USING (hand_key) WHERE site || ':' || hand_id = $hand AND player = $player
"""
DRAWS = """
    SELECT draw, drawn, thrown, received, seat, draw_seq
    FROM draws JOIN hands USING (hand_key) WHERE site || ':' || hand_id = $hand ORDER BY draw, draw_seq
"""


def rows(text: str) -> list[str]:
    """The rows of the list, as HTML."""
    return re.findall(r"<tr>(.*?)</tr>", text.partition("<tbody>")[2], re.DOTALL)


def cell(row: str, name: str) -> list[str]:
    """The cells of that class, as HTML."""
    return re.findall(rf'<td class="{name}[^"]*">(.*?)</td>', row, re.DOTALL)


def cards(html: str, kind: str = "") -> str:
    """The cards of a kind, or of none, that are drawn: `Ah Kd`, known from the words that a screen reader says."""
    labels = re.findall(rf'class="face \w{kind and " "}{kind}" role="img" aria-label="([^"]+)"', html)
    return " ".join(map(CARDS.__getitem__, labels))


def hand_address(row: str) -> str:
    """The address that a row leads to."""
    (link,) = re.findall(r'href="(/hand\?[^"]+)"', row)
    return unescape(link)


def hand_id(address: str) -> str:
    """The hand that an address names, or a link as it stands in a page."""
    (hand,) = re.findall(r"[?&]id=([^&]+)", unescape(address))
    return unquote(hand)


def rows_of_hand(database: Database, query: str, address: str, **parameters: str) -> list[dict[str, Any]]:
    """What the tables say of the hand at that address."""
    relation = database.connection.sql(query, params={"hand": hand_id(address), **parameters})
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def seat_of_hero(database: Database, row: str) -> dict[str, Any]:
    """What the tables say of the hero in the hand of a row."""
    (seat,) = rows_of_hand(database, SEATS, hand_address(row), player=HERO)
    return seat


def test_each_row_draws_what_the_tables_say(client: Client, database: Database) -> None:
    shown = rows(client.text("/hands"))
    assert len(shown) == 50
    pats = 0
    for row in shown:
        seat = seat_of_hero(database, row)
        assert cell(row, "position") == [seat["position"]]
        assert cards(cell(row, "held")[0]) == (seat["dealt"] or "")
        assert cards(cell(row, "held last")[0]) == (seat["cards"] or "")
        assert ("folds" in cell(row, "held last")[0]) == (seat["folded_in"] is not None)
        assert cell(row, "figure net") == [words.signed_number(seat["net"]) if seat["net"] else "0"]
        draws = rows_of_hand(database, DRAWS, hand_address(row))
        for number, strip in enumerate(cell(row, "drawn-cards"), 1):
            hero_draws = [draw for draw in draws if draw["draw"] == number and draw["seat"] == seat["seat"]]
            opponents = "-".join(
                str(draw["drawn"] or "pat") for draw in draws if draw["draw"] == number and draw["seat"] != seat["seat"]
            )
            assert bool(strip.strip()) == bool(hero_draws)
            for draw in hero_draws:
                pats += not draw["drawn"]
                assert cards(strip, "thrown") == (draw["thrown"] or "")
                assert cards(strip, "new") == (draw["received"] or "")
                assert (f"Draw {number}:</span> pat" in strip) == (not draw["drawn"])
                assert not opponents or f"{opponents}</small>" in strip
    assert pats > 5


def test_the_heros_hands_come_first_and_everyones_are_one_link_away(client: Client, database: Database) -> None:
    text = client.text("/hands")
    played = [seat_of_hero(database, row)["played_at"] for row in rows(text)]
    assert played == sorted(played, reverse=True)
    (everyone,) = re.findall(r'href="([^"]+)">Hands of everyone', text)
    ((hands, hands_of_hero),) = database.connection.execute("""
        SELECT (FROM hands SELECT count(*)), count(*) FROM seats WHERE player = 'Katja72' AND dealt_in
    """).fetchall()
    assert client.row_count("/hands") == f"{hands_of_hero:,}"
    assert client.row_count(unescape(everyone)) == f"{hands:,}"
    assert "Hands of everyone" not in client.text(unescape(everyone))


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("sort", "heading"), [("big_bets", "net \\(BB\\)"), ("pot", "pot")])
def test_it_is_sorted_by_net_and_by_pot(client: Client, database: Database, sort: str, heading: str) -> None:
    def sort_key(seat: dict[str, Any], sign: int) -> tuple[str, float]:
        """Pots of different currencies are not compared."""
        return ("", sign * seat["net"]) if sort == "big_bets" else (seat["currency"], sign * seat["pot"])

    down = client.text("/hands", sort=sort)
    (up,) = re.findall(rf'aria-sort="descending"><a href="([^"]+)">{heading}<', down)
    first_rows = []
    for text, sign in ((down, -1), (client.text(unescape(up)), 1)):
        listed = rows(text)
        keys = [sort_key(seat_of_hero(database, row), sign) for row in listed]
        assert keys == sorted(keys)
        first_rows.append(hand_address(listed[0]))
    assert first_rows[0] != first_rows[1]


@pytest.mark.nightly
def test_a_hand_knows_the_list_it_was_opened_from(client: Client) -> None:
    lists = "/hands?stat=pat_rate&of=draw%3D2&player=Katja72&sort=pot", "/hands?players=6", "/hands?everyone=yes&page=2"
    for address in lists:
        listed = rows(client.text(address))
        first, second, third = map(hand_address, listed[:3])
        place = 52 if "page" in address else 2
        hand = client.text(second)
        assert re.search(rf'>{place} of <a href="[^"]+">{client.row_count(address)} hands</a>', hand)
        neighbours = {rel: unescape(link) for link, rel in re.findall(r'<a href="([^"]+)" rel="(\w+)"', hand)}
        assert neighbours == {"prev": first, "next": third}
        (way_back,) = re.findall(r'<a href="([^"]+)">[\d,]+ hands</a>', hand)
        assert rows(client.text(unescape(way_back))) == listed
    assert "of 1" not in client.text(second.replace("at=52", "at=53"))  # where another hand is by now
    assert 'rel="prev"' not in client.text(hand_address(rows(client.text(lists[1]))[0]))


def test_what_all_rows_share_is_said_once(client: Client) -> None:
    all_stakes = client.text("/hands", player=HERO, stat="bb100", sort="pot")
    same_stakes = client.text("/hands", player=HERO, stat="bb100", stakes="0.50/1")
    assert len({*re.findall(r'data-heading="stakes"><bdi>([^<]+)<', all_stakes)}) == 2
    assert re.search(r"In every hand: played \d+ \w+ \d+; stakes \$0\.50/\$1<", same_stakes)
    assert "In every hand: played" not in all_stakes
    assert 'data-heading="stakes"' not in same_stakes


def test_the_decisions_of_a_leak_are_drawn_with_their_price(client: Client) -> None:
    text = client.text("/leaks", player=HERO, leak="draws-too-many")
    shown = rows(text)
    assert len(shown) > 3
    prices = [*map(float, re.findall(r'data-heading="cost \(BB\)"><b>([\d.]+)<', text))]
    assert prices == sorted(prices, reverse=True)
    for row in shown:
        (decided,) = cell(row, "drawn-cards decided")
        (better,) = re.findall(r'data-heading="better">(.*?)</td>', row, re.DOTALL)
        assert len(cards(better, "thrown").split()) < len(cards(decided, "thrown").split())
        assert re.search(r'class="played"><a [^>]+><span class="day">\d+ \w+<', row), "its day, not its number"
        assert re.search(r'class="figure net[^"]*">[+-]?[\d.]+<', row)


@pytest.mark.nightly
def test_a_call_or_fold_on_the_river_is_drawn_with_the_cards_held(large_database: Path) -> None:
    with visiting(large_database) as client:
        lists = [client.text("/leaks", leak=leak) for leak in ("folds-too-much", "calls-too-much")]
        quiz = unescape(re.findall(r'href="([^"]+)">take a quiz', "".join(lists))[0])
        question, solution = client.text(quiz), client.text(quiz, answer="fold")
    assert re.search(r"A call costs [\d.]+ in a pot of [\d.]+ big bets: .* \w+ drew \w+, \w+, \w+\.", question)
    assert "Opponents bet there with" not in question
    ((chance, hands),) = re.findall(r"A call wins ([\d.]+) %. Opponents bet there with: ([^(]+)", solution)
    assert 0 <= float(chance) <= 100
    assert sum(map(float, re.findall(r"([\d.]+) %", hands))) == pytest.approx(100, abs=0.3)
    shown = [row for text in lists for row in rows(text)]
    assert shown
    for row in shown:
        (decided,) = cell(row, "held last decided")
        assert len(cards(decided).split()) == 5
        assert ("folds" in decided) == ('data-heading="better">call, not fold<' in row)


SHIFTS = """
return new Promise((resolve) => {
  const shifts = [];
  const describe = ({ node, previousRect, currentRect }) =>
    [node?.nodeName, node?.className, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ");
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) shifts.push(shift.value, ...shift.sources.map(describe));
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(shifts), 300);
});
"""
"""What moved, with where it was and where it went."""

PLACE = """
const hands = [...document.querySelectorAll('.pictures tbody a')];
return [hands.indexOf(document.activeElement), document.documentElement.scrollWidth];
"""
PRESS = """
const to = document.activeElement ?? document.body;
to.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }));
"""


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize("width", [390, 1440])
def test_keys_go_from_hand_to_hand_and_nothing_moves(browser: Browser, address: str, width: int) -> None:
    browser.screen(width, 844, phone=width < 800)
    browser.log()
    for _ in range(2):  # the first page of a window may get the window's size only when it is drawn
        browser.visit(f"{address}hands?player=Katja72")
    assert browser.run(SHIFTS) == []
    heights = browser.run("""
        return [...document.querySelectorAll('.pictures tbody tr')].map((one) => one.getBoundingClientRect().height);
    """)
    usual = sorted(heights)[len(heights) // 2]
    assert usual < 60
    assert max(heights) < 80
    places = []
    for key in "jjjkkk":
        browser.run(PRESS, key)
        place, page_width = browser.run(PLACE)
        places.append(place)
        assert page_width <= width
    assert places == [0, 1, 2, 1, 0, 0]
    browser.run(
        "const field = document.querySelector('[name=player]'); field.closest('details').open = true; field.focus();"
    )
    browser.run(PRESS, "j")
    assert browser.run(PLACE)[0] == -1
    assert browser.log() == []
