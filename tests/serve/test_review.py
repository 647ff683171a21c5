"""The mistakes of a hand in the replayer: marked with their price, or asked for before anything tells the answer."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from histparse.coach.kinds import KINDS
from histparse.report.decision_prices import mistake_in_words
from histparse.serve.address import Address
from histparse.serve.leak_costs import price_leaks_of_one_currency
from histparse.serve.mistake_list import RUN
from histparse.serve.priced_decisions import (
    BLUNDER,
    MISTAKE,
    PricedDecision,
    RiverDecision,
    decision_with_price,
)
from histparse.serve.source import PageRequest, Source
from tests.report.browser import Browser, in_browser
from tests.running import Run
from tests.serve.client import Client, Page
from tests.serve.test_replayer import FITS, KEY, RESHUFFLE

HERO = "Katja72"


@pytest.fixture(scope="module")
def mistakes(db: Any) -> dict[str, list[dict[str, Any]]]:
    """All that the hero's mistakes are priced at, by kind."""
    source = Source(str(db))
    with source.lend_shared_store() as store:
        found = price_leaks_of_one_currency(PageRequest(Address("/leaks", (("player", HERO),)), store, source))
    source.close()
    return {kind: rows.to_dicts() for kind, rows in found.decisions.items() if len(rows)}


def address(kind: str, row: dict[str, Any], more: str = "") -> str:
    return f"/hand?player={HERO}&leak={kind}&id={row['site']}:{row['hand_id']}&line={row['line']}{more}"


def question_at(kind: str, row: dict[str, Any]) -> str:
    return address(kind, row, "&ask=yes").removeprefix("/")


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
        for spoiler in (" cost ", "Better", "better:", f"{row['big_bets']:.2f}", KINDS[0].instead, 'id="seats"'):
            assert spoiler not in asked, (kind, spoiler)
        assert " big bets. Better: " in told


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_an_answer_is_told_price_and_alternatives(client: Client, mistakes: dict[str, list[dict[str, Any]]]) -> None:
    verdicts = set()
    for kind, rows in mistakes.items():
        row = rows[0]
        decision = decision_with_price(kind, row, 0)
        better, did = (decision.choice_for_action(row[what]) for what in ("better", "did"))
        assert better != did
        for answer in decision.choices:
            said = words(client.get(address(kind, row, f"&ask=yes&answer={answer}")).text)
            right = "Yes: " if answer == better else "Just as good: " if decision.is_right(answer) else "No. "
            verdicts.add(right)
            assert right in said
            assert mistake_in_words(row) in said
            assert ("Wins at showdown: pat:" in said) == (kind != "wrong-card" and bool(row["wins"]))
    assert {"Yes: ", "No. "} <= verdicts


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
    decision = decision_with_price("any", {"wins": [], "did": did, "better": better}, 0)
    assert decision.question == asked
    assert {decision.choice_for_action(did), decision.choice_for_action(better)} <= {*decision.choices}
    assert decision.is_right(better)
    assert not decision.is_right(did)


def test_a_verdict_on_a_right_decision_names_it() -> None:
    pat = decision_with_price("draws-too-many", {"wins": [0.5, 0.4, 0.2], "did": "pat", "better": "pat"}, 0)
    assert [pat.verdict("1"), pat.describe_better_play("1")] == ["No.", "Best: stand pat, as played."]
    assert [pat.verdict("pat"), pat.describe_better_play("pat")] == ["Yes: stand pat, as played.", ""]
    row = {"wins": [0.5], "held": "Qd Jc 4s 3s 2h", "did": "throws Qd Jc", "better": "throws Qd Jc"}
    cards = decision_with_price("wrong-card", row, 0)
    assert cards.verdict("4s3s") == "No."
    assert cards.describe_better_play("4s3s") == "Best: throw Q♦ J♣, as played."


@pytest.mark.parametrize("hostile", ["7", "<script>"])
def test_what_is_no_answer_is_one_sentence(
    client: Client, mistakes: dict[str, list[dict[str, Any]]], hostile: str
) -> None:
    answer = client.get(address("pat-too-much", mistakes["pat-too-much"][0], "&ask=yes"), answer=hostile)
    assert answer.status == 400
    assert "There is no answer" in Page(answer.text).text
    assert "<script>" not in answer.text


def test_marks_stand_at_the_mistakes_of_a_hand(
    client: Client, mistakes: dict[str, list[dict[str, Any]]], db: Path, own: Path, run: Run
) -> None:
    of_hand: dict[str, list[dict[str, Any]]] = {}
    for row in (row for rows in mistakes.values() for row in rows):
        of_hand.setdefault(f"{row['site']}:{row['hand_id']}", []).append(row)
    hand, rows = max(of_hand.items(), key=lambda one: len(one[1]))
    assert len(rows) > 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("histparse.serve.review.are_prices_cached", lambda *_: False)
        plain = client.get(f"/hand?id={hand}").text
    assert 'class="mark"' not in plain
    assert '"price"' not in plain
    (link,) = re.findall(r'href="([^"]+)" aria-keyshortcuts="x"[^>]*>Check this hand for mistakes', plain)
    shown = client.get(unescape(link)).text
    assert client.get(f"/hand?id={hand}").text.count('class="mark"') == shown.count('class="mark"'), "prices are kept"
    prices = re.findall(r'"price":"([^"]+)"', shown)
    assert len([price for price in prices if " cost " in price]) == len({row["line"] for row in rows})
    _, file, _ = run("show", hand, "--db", db, "--html", "-")
    assert re.findall(r'"price":"([^"]+)"', file) == prices, "a page of its own has the same"
    _, unpriced, _ = run("show", hand, "--db", own, "--html", "-")
    assert '"price"' not in unpriced, "the prices of another database are not kept"
    marks = re.findall(r'<b class="mark" title="cost ([\d.]+) big bets">(\?+)</b>', shown)
    signs = {"??": [row for row in rows if row["big_bets"] >= BLUNDER], "?": []}
    signs["?"] = [row for row in rows if MISTAKE <= row["big_bets"] < BLUNDER]
    expected = [(f"{row['big_bets']:.2f}", sign) for sign, some in signs.items() for row in some]
    assert sorted(marks) == sorted(expected)
    assert f"?: cost {MISTAKE} big bets or more. ??: cost 1 or more." in words(shown)
    graph = shown.partition('class="chances"')[2].partition("</figure>")[0]
    points = re.findall(r'<a href="#step-(\d+)" aria-label="([^"]+)"[^>]*>(.*?)</a>', graph, re.DOTALL)
    assert len(points) > 1
    assert sorted(re.findall(r'class="sign"[^>]*>(\?+)<', graph)) == sorted(sign for _, sign in marks)
    for lost, sign in marks:
        (of_mark,) = (said for _, said, drawn in points if f"cost {lost} big bets" in said and f">{sign}<" in drawn)
        assert re.search(r"wins [\d.]+ % at showdown", of_mark)
    assert 'class="chances"' not in client.get(unescape(link), ask="yes").text, "it would tell what is asked"


def test_several_mistakes_are_asked_for_one_after_the_other(
    client: Client, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    of_hand: dict[str, list[PricedDecision]] = {}
    for kind, rows in mistakes.items():
        for row in rows:
            if row["big_bets"] >= MISTAKE:
                of_hand.setdefault(f"{row['site']}:{row['hand_id']}", []).append(
                    decision_with_price(kind, row, row["line"])
                )
    hand, asked = max(of_hand.items(), key=lambda one: len(one[1]))
    assert len(asked) > 1
    page, told = f"/hand?id={hand}&review=yes&ask=yes", 0
    for one in sorted(asked, key=lambda one: one.step):
        shown = client.get(page).text
        assert told < len(steps(shown))
        told = len(steps(shown))
        page += f"&answer={one.choice_for_action(one.row['better'])}"
    assert len(steps(client.get(page).text)) > told
    assert Page(client.get(page).text).text.count("Yes: ") == len(asked)


@pytest.mark.nightly
@in_browser
def test_from_leak_to_next_mistake_by_keys(browser: Browser, address: str) -> None:
    browser.screen(390, 844, phone=True)
    browser.log()
    browser.visit(f"{address}leaks?player={HERO}&leak=pat-too-much")
    browser.run("window.old = 1")
    browser.run(KEY, "r")

    def opened(place: int) -> str:
        there = f"document.querySelector('.place')?.textContent.includes('{place} of')"
        assert browser.wait(f"return document.readyState === 'complete' && window.old === undefined && {there}")
        found = browser.run(FITS)
        assert (found["scrolled"], found["below"]) == (0, [])
        browser.run("window.old = 1")
        return " ".join(browser.run("return document.querySelector('.stand').textContent").split())

    assert " big bets. Better: " in opened(1)
    browser.run(KEY, "n")
    assert " big bets. Better: " in opened(2)
    browser.run(KEY, "p")
    opened(1)
    browser.run(KEY, "a")
    place = int(
        browser.wait("return /(\\d+) of [\\d,]+ questions/.exec(document.querySelector('.place')?.textContent)?.[1]")
    )
    assert "Better: " not in (said := opened(place))
    assert "pat, or how many?" in said
    browser.run(KEY, "1")
    assert "1 of 1 right" in opened(place)
    to_next, step = ("n", 1) if place == 1 else ("p", -1)
    browser.run(KEY, to_next)
    assert "pat, or how many?" in (said := opened(place + step)), "the next one is asked for too"
    assert "1 of 1 right" in said
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_the_answers_to_a_question_are_large_and_even(
    browser: Browser, address: str, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    browser.screen(390, 844, phone=True)
    for kind, rows in mistakes.items():
        browser.visit(f"{address}{question_at(kind, rows[0])}")
        found = browser.run(
            "return [...document.querySelectorAll('.question a')].map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len(found) >= 2
        assert all(box["width"] >= 44 and box["height"] >= 44 for box in found)
        by_row = {box["y"]: {round(other["width"]) for other in found if other["y"] == box["y"]} for box in found}
        assert all(max(widths) - min(widths) <= 1 for widths in by_row.values())
        assert len(by_row) <= 2


@pytest.mark.nightly
@in_browser
def test_a_point_of_the_graph_answers_pointer_key_and_finger(browser: Browser, address: str) -> None:
    page, dot = f"{address}hand?id={RESHUFFLE}&player={HERO}&review=yes", ".chances a:has(circle)"
    said = "const tip = document.getElementById('tip'); return tip && !tip.hidden ? tip.textContent : ''"
    browser.log()
    browser.screen(390, 844, phone=True)
    browser.visit(page)
    begin = browser.wait("return location.hash")
    browser.tap(f"{dot} circle")
    assert re.fullmatch(r"Draw 1: wins [\d.]+ % at showdown.*", browser.wait(said))
    assert browser.run("return location.hash") == begin, "the first tap tells, and leads nowhere"
    browser.tap(f"{dot} circle")
    to = browser.run("return document.querySelector(arguments[0]).getAttribute('href')", dot)
    assert to != begin
    assert browser.wait(f"return location.hash === '{to}'")
    browser.screen(1440, 900)
    browser.visit(page)
    browser.point(f"{dot} circle")
    first = browser.run(said)
    browser.run("document.querySelector(arguments[0]).focus()", dot)
    here = browser.run("return location.hash")
    browser.press("\ue014")
    assert (second := browser.run(said)).startswith("Draw 2: ")
    assert first.startswith("Draw 1: ")
    assert browser.run("return document.activeElement.getAttribute('aria-label')") == second
    assert browser.run("return location.hash") == here, "an arrow goes from point to point, not through the hand"
    assert browser.log() == []


@pytest.mark.nightly
def test_questions_mix_mistakes_with_right_decisions_and_count_the_answers(
    client: Client, mistakes: dict[str, list[dict[str, Any]]]
) -> None:
    for kind in ("pat-too-much", "draws-too-many"):
        rows = mistakes[kind]
        right = {f"{row['site']}:{row['hand_id']}:{row['line']}": row["twin"] for row in rows if row["twin"]}
        twins = {f"{one['site']}:{one['hand_id']}:{one['line']}": one for one in right.values()}
        wrong = {f"{row['site']}:{row['hand_id']}:{row['line']}": row for row in rows}
        assert not wrong.keys() & twins.keys()
        page, walked, answered = client.get("/leaks", player=HERO, leak=kind).text, [], 0
        (to,) = re.findall(r'href="([^"]+)">take a quiz', page)
        to, shown = unescape(to), ""
        while "run=1" in to:
            asked = client.get(to).text
            found = dict(parse_qsl(to.partition("?")[2]))
            where = f"{found['id']}:{found['line']}"
            row = wrong.get(where) or twins[where]
            walked.append(where in twins)
            for spoiler in (
                "big bets. Better",
                "as played",
                "etter: ",
                "Yes: ",
                "Wins at showdown",
                "A call wins",
            ):
                assert spoiler not in asked
            decision = decision_with_price(kind, row, 0)
            good = len(walked) % 3 > 0
            answer = next(one for one in decision.choices if decision.is_right(one) == good)
            answered += good
            shown = client.get(to, answer=answer).text
            told = Page(shown).text
            assert ("as played" in told) == (where in twins)
            ways = re.findall(r'<a href="([^"]+)" rel="next"', shown)
            if not ways:
                break
            assert f"{answered} of {len(walked)} right" in told
            to = unescape(ways[0])
        assert f"Done: {answered} of {len(walked)} right." in Page(shown).text
        number = min(len(rows), RUN)
        assert (len(walked) - sum(walked), sum(walked)) == (
            number,
            sum(row["twin"] is not None for row in rows[:number]),
        )
        assert walked != sorted(walked), "mistakes and right decisions are mixed"
        assert sum(walked) >= number / 2


def test_a_question_of_the_river_tells_pot_odds_and_what_the_pool_holds() -> None:
    river = {"wins": [], "pot": 6.5, "to_call": 1.0, "chance": 0.25, "shown": 1204, "did": "fold", "better": "call"}
    asked = RiverDecision("folds-too-much", river | {"draw": 4, "holds": [0.5, 0.2, 0.1, 0.1, 0.1]}, 3)
    assert asked.call_price_sentence == "A call costs 1 in a pot of 6.5 big bets: it pays if it wins 13.3 % or more."
    assert asked.opponents_betting_hands == (
        "A call wins 25.0 %. Opponents bet there with: eight or better 50.0 %, nine 20.0 %, ten 10.0 %, jack 10.0 %, "
        "worse 10.0 % (1,204 hands shown)."
    )
    assert [asked.is_right(answer) for answer in asked.choices] == [True, False]


@pytest.mark.parametrize("hostile", ["<script>", "r" * 21])
def test_a_score_that_is_none_is_one_sentence(
    client: Client, mistakes: dict[str, list[dict[str, Any]]], hostile: str
) -> None:
    answer = client.get(address("pat-too-much", mistakes["pat-too-much"][0], "&ask=yes"), score=hostile)
    assert answer.status == 400
    assert "A score has a letter for each question" in Page(answer.text).text


@pytest.mark.nightly(1)
@pytest.mark.parametrize("more", ["", "&ask=yes&answer=1", "&ask=yes&run=99999"])
def test_a_player_whose_cards_nobody_knows_has_no_mistake_and_no_question(client: Client, more: str) -> None:
    answer = client.get(f"/hand?id=104200271828&player=LimpLena&leak=all&line=30{more}")
    assert answer.status == 200
    assert 'class="question"' not in answer.text
    assert "Better: " not in answer.text
