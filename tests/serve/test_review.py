"""The mistakes of a hand in the replayer: marked with their price, or asked for before anything tells the answer."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from histparse.api.coaching import KINDS
from histparse.serve.mistakes import counted
from histparse.serve.review import ONE, TWO, Priced
from histparse.serve.source import Source
from histparse.stats import Filters
from tests.report.browser import Browser, missing
from tests.serve.client import Client, Page
from tests.serve.test_replayer import FITS, KEY, ONE_SCREEN

in_browser = pytest.mark.skipif(bool(missing()), reason=f"{missing()} not installed: nothing to open the page with")
HERO = "Katja72"


@pytest.fixture(scope="module")
def mistakes(db: Any) -> dict[str, list[dict[str, Any]]]:
    """All that the hero's mistakes are priced at, by kind."""
    source = Source(str(db))
    with source.reading() as store:
        found = counted(store, source, HERO, Filters())
    source.close()
    return {kind: rows.to_dicts() for kind, rows in found.decisions.items() if len(rows)}


def address(kind: str, row: dict[str, Any], more: str = "") -> str:
    return f"/hand?player={HERO}&leak={kind}&id={row['site']}:{row['hand_id']}&line={row['line']}{more}"


def steps(text: str) -> list[dict[str, Any]]:
    found = re.search(r'id="steps">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return list(json.loads(found[1]))


def words(text: str) -> str:
    return " ".join(Page(text).text.split())


def test_each_mistake_is_asked_for_and_nothing_tells_the_answer(
    client: Client, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    assert len(mistakes) > 4
    for kind, rows in mistakes.items():
        row = rows[0]
        told, asked = (client.get(address(kind, row, more)).text for more in ("", "&ask=yes"))
        short, whole = steps(asked), steps(told)
        assert 0 < len(short) < len(whole)
        begin = int(re.findall(r'data-begin="(\d+)"', asked)[0])
        assert (begin, begin) == (len(short) - 1, int(re.findall(r'data-begin="(\d+)"', told)[0]))
        assert whole[len(short)]["who"] == HERO, "the next step is the hero's"
        assert [step["said"] for step in short] == [step["said"] for step in whole[: len(short)]]
        assert not any(seat.get("secret") for step in short for seat in step["seats"])
        assert not any(seat.get("throws") for seat in short[-1]["seats"])
        assert "next" not in short[-1].get("chance", "")
        for spoiler in ("What was done", "Better", "better:", f"{row['big_bets']:.2f}", KINDS[0].instead, 'id="seats"'):
            assert spoiler not in asked, (kind, spoiler)
        assert "What was done" in told


def test_cards_the_hero_could_not_know_are_hidden_at_first_where_a_mistake_is_looked_at(
    client: Client, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    rows = [(kind, row) for kind, some in mistakes.items() for row in some[:3]]
    shown = [(client.get(address(kind, row)).text, row) for kind, row in rows]
    with_secrets = [(page, row) for page, row in shown if 'id="hide"' in page]
    assert with_secrets
    assert all('id="hide" checked' in page for page, _ in with_secrets)
    _, row = with_secrets[0]
    assert 'id="hide">' in client.get("/hand", id=f"{row['site']}:{row['hand_id']}").text


def test_an_answer_is_told_price_and_alternatives(client: Client, mistakes: dict[str, list[dict[str, Any]]]) -> None:
    verdicts = set()
    for kind, rows in mistakes.items():
        row = rows[0]
        priced = Priced(kind, row, 0)
        better, did = (priced.answer_of(row[what]) for what in ("better", "did"))
        assert better != did
        for answer in priced.choices:
            said = words(client.get(address(kind, row, f"&ask=yes&answer={answer}")).text)
            right = "is right." if answer == better else "is what was done" if answer == did else "is not the best"
            verdicts.add(right)
            assert right in said
            assert f"What was done, {row['did']}, cost {row['big_bets']:.2f} big bets. Better: {row['better']}." in said
            assert ("Wins at showdown: pat:" in said) == (kind != "wrong-card" and bool(row["wins"]))
    assert len(verdicts) == 3


def test_what_is_better_wins_more_often_at_showdown(mistakes: dict[str, list[dict[str, Any]]]) -> None:
    draws = [(kind, row) for kind, rows in mistakes.items() for row in rows if row["wins"]]
    assert len(draws) > 20
    for kind, row in draws:
        did, better = (len(row[what].split()) - 1 for what in ("did", "better"))
        assert len(row["wins"]) == 6
        assert all(0 <= chance <= 1 for chance in row["wins"])
        assert row["wins"][better] == max(row["wins"])
        assert (row["wins"][did] < row["wins"][better]) == (kind != "wrong-card" and did != better), row


@pytest.mark.parametrize(
    ("did", "better", "asked"),
    [
        ("check", "bet", "River: check or bet?"),
        ("call", "fold", "River: call or fold?"),
        ("call", "raise", "River: call, fold or raise?"),
    ],
)
def test_rivers_are_asked_for_as_they_are_decided(did: str, better: str, asked: str) -> None:
    priced = Priced("any", {"wins": [], "did": did, "better": better}, 0)
    assert priced.words == asked
    assert {priced.answer_of(did), priced.answer_of(better)} <= {*priced.choices}
    assert priced.is_right(better)
    assert not priced.is_right(did)


@pytest.mark.parametrize("hostile", ["7", "throws Qd", "<script>", "pat' OR 1=1", "call"])
def test_what_is_no_answer_is_one_sentence(
    client: Client, mistakes: dict[str, list[dict[str, Any]]], hostile: str
) -> None:
    answer = client.get(address("pat-too-much", mistakes["pat-too-much"][0], "&ask=yes"), answer=hostile)
    assert answer.status == 400
    assert "There is no answer" in Page(answer.text).text
    assert "<script>" not in answer.text


def test_marks_stand_at_the_mistakes_of_a_hand(client: Client, mistakes: dict[str, list[dict[str, Any]]]) -> None:
    of_hand: dict[str, list[dict[str, Any]]] = {}
    for row in (row for rows in mistakes.values() for row in rows):
        of_hand.setdefault(f"{row['site']}:{row['hand_id']}", []).append(row)
    hand, rows = max(of_hand.items(), key=lambda one: len(one[1]))
    assert len(rows) > 1
    plain = client.get(f"/hand?id={hand}").text
    assert 'class="mark"' not in plain
    (link,) = re.findall(r'href="([^"]+)">Price the draws of this hand', plain)
    shown = client.get(unescape(link)).text
    marks = re.findall(r'<b class="mark" title="lost ([\d.]+) big bets">(\?+)</b>', shown)
    signs = {"??": [row for row in rows if row["big_bets"] >= TWO], "?": []}
    signs["?"] = [row for row in rows if ONE <= row["big_bets"] < TWO]
    expected = [(f"{row['big_bets']:.2f}", sign) for sign, some in signs.items() for row in some]
    assert sorted(marks) == sorted(expected)
    assert f"? lost {ONE} big bets or more, ?? 1 or more" in words(shown)


def test_several_mistakes_are_asked_for_one_after_the_other(
    client: Client, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    of_hand: dict[str, list[Priced]] = {}
    for kind, rows in mistakes.items():
        for row in rows:
            if row["big_bets"] >= ONE:
                of_hand.setdefault(f"{row['site']}:{row['hand_id']}", []).append(Priced(kind, row, row["line"]))
    hand, asked = max(of_hand.items(), key=lambda one: len(one[1]))
    assert len(asked) > 1
    page, told = f"/hand?id={hand}&review=yes&ask=yes", 0
    for one in sorted(asked, key=lambda one: one.step):
        shown = client.get(page).text
        assert told < len(steps(shown))
        told = len(steps(shown))
        page += f"&answer={one.answer_of(one.row['better'])}"
    assert len(steps(client.get(page).text)) > told
    assert Page(client.get(page).text).text.count("is right.") == len(asked)


@in_browser
@pytest.mark.parametrize(("width", "height"), ONE_SCREEN)
def test_from_leak_to_next_mistake_by_keys(browser: Browser, address: str, width: int, height: int) -> None:
    browser.screen(width, height, phone=width < 800)
    browser.log()
    browser.visit(f"{address}leaks?player={HERO}&leak=pat-too-much")
    browser.run("window.old = 1; document.querySelector('.pictures tbody a').focus()")
    browser.run("document.activeElement.click()")  # as Enter does

    def opened(place: int) -> str:
        there = f"document.querySelector('.place')?.textContent.includes('{place} of')"
        assert browser.wait(f"return document.readyState === 'complete' && window.old === undefined && {there}")
        found = browser.run(FITS)
        assert (found["scrolled"], found["below"]) == (0, [])
        browser.run("window.old = 1")
        return " ".join(browser.run("return document.querySelector('.stand').textContent").split())

    assert "What was done" in opened(1)
    browser.run(KEY, "a")
    assert "What was done" not in (said := opened(1))
    assert "pat, or how many?" in said
    browser.run(KEY, "1")
    assert "What was done" in opened(1)
    browser.run(KEY, "n")
    assert "pat, or how many?" in opened(2), "the next one is asked for too"
    browser.run(KEY, "0")
    assert "Pat is what was done" in opened(2)
    browser.run(KEY, "p")
    opened(1)
    assert browser.log() == []
