"""The list of hands: each row draws what the tables say, and the hand it opens knows the list."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

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
ONE_LIMIT = {"stat": "bb100", "stakes": "0.50/1"}
OWN, ALL = "SELECT count(*) FROM seats WHERE player = 'Katja72' AND dealt_in", "SELECT count(*) FROM hands"
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


def cards(html: str, how: str = "") -> str:
    """The cards that are drawn, by the words they are said in: `Ah Kd`."""
    said = re.findall(rf'class="face \w{f" {how}" if how else ""}" role="img" aria-label="([^"]+)"', html)
    return " ".join(CARDS[one] for one in said)


def opened(row: str) -> str:
    """The address that a row leads to."""
    (found,) = re.findall(r'href="(/hand\?[^"]+)"', row)
    return unescape(found)


def of_hand(database: Database, query: str, address: str, **values: str) -> list[dict[str, Any]]:
    """What the tables say of the hand at that address."""
    hand = unescape(re.search(r"id=([^&]+)", address)[1]).replace("%3A", ":")  # type: ignore[index] # every address has one
    relation = database.connection.sql(query, params={"hand": hand, **values})
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def test_each_row_draws_what_the_tables_say(client: Client, database: Database) -> None:
    shown = rows(client.get("/hands").text)
    assert len(shown) == 50
    pats = 0
    for row in shown:
        (seat,) = of_hand(database, SEATS, opened(row), player=HERO)
        assert cell(row, "position") == [seat["position"]]
        assert cards(cell(row, "held")[0]) == (seat["dealt"] or "")
        assert cards(cell(row, "held last")[0]) == (seat["cards"] or "")
        assert ("folds" in cell(row, "held last")[0]) == (seat["folded_in"] is not None)
        assert cell(row, "figure net") == [words.signed_number(seat["net"]) if seat["net"] else "0"]
        draws = of_hand(database, DRAWS, opened(row))
        for number, strip in enumerate(cell(row, "drawn-cards"), 1):
            there = [one for one in draws if one["draw"] == number]
            own = [one for one in there if one["seat"] == seat["seat"]]
            others = "-".join(str(one["drawn"] or "pat") for one in there if one not in own)
            assert bool(strip.strip()) == bool(own)
            for one in own:
                pats += not one["drawn"]
                assert cards(strip, "thrown") == (one["thrown"] or "")
                assert cards(strip, "new") == (one["received"] or "")
                assert (f"Draw {number}:</span> pat" in strip) == (not one["drawn"])
                assert not others or f"{others}</small>" in strip
    assert pats > 5


def test_the_heros_hands_come_first_and_everyones_are_one_link_away(client: Client, database: Database) -> None:
    own = client.get("/hands").text
    played = [of_hand(database, SEATS, opened(row), player=HERO)[0]["played_at"] for row in rows(own)]
    assert played == sorted(played, reverse=True)
    assert f'id="rows">{_number(database, OWN):,}<' in own
    everyone = unescape(re.findall(r'href="([^"]+)">Hands of everyone', own)[0])
    assert f'id="rows">{_number(database, ALL):,}<' in client.get(everyone).text
    assert "Hands of everyone" not in client.get(everyone).text


def _number(database: Database, query: str) -> int:
    [(found,)] = database.connection.execute(query).fetchall()
    return int(found)


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("sort", "heading"), [("big_bets", "net \\(BB\\)"), ("pot", "pot")])
def test_it_is_sorted_by_net_and_by_pot(client: Client, database: Database, sort: str, heading: str) -> None:
    down = client.get("/hands", sort=sort).text
    (to,) = re.findall(rf'aria-sort="descending"><a href="([^"]+)">{heading}<', down)
    found = []
    for text, sign in ((down, -1), (client.get(unescape(to)).text, 1)):
        amounts = [_amount(of_hand(database, SEATS, opened(row), player=HERO)[0], sort, sign) for row in rows(text)]
        assert amounts == sorted(amounts)
        found.append(opened(rows(text)[0]))
    assert len({*found}) == 2


def _amount(seat: dict[str, Any], sort: str, sign: int) -> tuple[str, float]:
    """The place in that order; pots of different currencies are not compared."""
    return ("", sign * seat["net"]) if sort == "big_bets" else (seat["currency"], sign * seat["pot"])


@pytest.mark.nightly
def test_a_hand_knows_the_list_it_was_opened_from(client: Client) -> None:
    lists = "/hands?stat=pat_rate&of=draw%3D2&player=Katja72&sort=pot", "/hands?players=6", "/hands?everyone=yes&page=2"
    for listed in lists:
        text = client.get(listed).text
        first, second, third = map(opened, rows(text)[:3])
        number = re.findall(r'id="rows">([^<]+)<', text)[0]
        at = 51 if "page" in listed else 1
        hand = client.get(second).text
        assert re.search(rf'>{at + 1} of <a href="[^"]+">{number} hands</a>', hand)
        ways = {rel: unescape(to) for to, rel in re.findall(r'<a href="([^"]+)" rel="(\w+)"', hand)}
        assert ways == {"prev": first, "next": third}
        back = unescape(re.findall(r'<a href="([^"]+)">[\d,]+ hands</a>', hand)[0])
        assert rows(client.get(back).text) == rows(text)
    assert "of 1" not in client.get(second.replace("at=52", "at=53")).text  # where another hand is by now
    assert 'rel="prev"' not in client.get(opened(rows(client.get(lists[1]).text)[0])).text


def test_what_all_rows_share_is_said_once(client: Client) -> None:
    both, one = (
        client.get("/hands", player=HERO, **said).text for said in ({"stat": "bb100", "sort": "pot"}, ONE_LIMIT)
    )
    assert len({*re.findall(r'data-heading="stakes"><bdi>([^<]+)<', both)}) == 2
    assert re.search(r"In every hand: played \d+ \w+ \d+; stakes \$0\.50/\$1<", one)
    assert "In every hand: played" not in both
    assert 'data-heading="stakes"' not in one


def test_the_decisions_of_a_leak_are_drawn_with_their_price(client: Client) -> None:
    text = client.get("/leaks", player=HERO, leak="draws-too-many").text
    shown = rows(text)
    assert len(shown) > 3
    prices = [float(one) for one in re.findall(r'data-heading="cost \(BB\)"><b>([\d.]+)<', text)]
    assert prices == sorted(prices, reverse=True)
    for row in shown:
        (decided,) = cell(row, "drawn-cards decided")
        (better,) = re.findall(r'data-heading="better">(.*?)</td>', row, re.DOTALL)
        assert len(cards(better, "thrown").split()) < len(cards(decided, "thrown").split())
        assert re.search(r'class="played"><a [^>]+><span class="day">\d+ \w+<', row), (
            "when it was played, not its number"
        )
        assert re.search(r'class="figure net[^"]*">[+-]?[\d.]+<', row)


@pytest.mark.nightly
def test_a_call_or_fold_on_the_river_is_drawn_with_the_cards_held(many: Path) -> None:
    with visiting(many) as client:
        lists = [client.get("/leaks", leak=leak).text for leak in ("folds-too-much", "calls-too-much")]
        to = next(to for text in lists for to in re.findall(r'href="([^"]+)">take a quiz', text))
        asked, answered = (client.get(unescape(to), **said).text for said in ({}, {"answer": "fold"}))
        client.close()
    assert re.search(r"A call costs [\d.]+ in a pot of [\d.]+ big bets: .* \w+ drew \w+, \w+, \w+\.", asked)
    assert "Opponents bet there with" not in asked
    chance, held = re.findall(r"A call wins ([\d.]+) %. Opponents bet there with: ([^(]+)", answered)[0]
    assert 0 <= float(chance) <= 100
    assert sum(map(float, re.findall(r"([\d.]+) %", held))) == pytest.approx(100, abs=0.3)
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

AT = """
const hands = [...document.querySelectorAll('.pictures tbody a')];
return { at: hands.indexOf(document.activeElement), top: scrollY, width: document.documentElement.scrollWidth };
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
        found = browser.run(AT)
        places.append(found["at"])
        assert found["width"] <= width
    assert places == [0, 1, 2, 1, 0, 0]
    browser.run(
        "document.querySelector('[name=player]').closest('details').open = true;"
        "document.querySelector('[name=player]').focus();"
    )
    browser.run(PRESS, "j")
    assert browser.run(AT)["at"] == -1
    assert browser.log() == []
