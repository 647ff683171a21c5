"""The mistakes of a hand in the replayer: marked with their price, or asked for before anything tells the answer."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from histparse.coach.kinds import KINDS
from histparse.report.decision_prices import mistake_in_words
from histparse.serve.mistake_list import RUN
from histparse.serve.priced_decisions import BLUNDER, MISTAKE, RiverDecision, decision_with_price
from tests.report.browser import Browser, in_browser
from tests.running import Run
from tests.serve.client import Client, Page, between, plain_text
from tests.serve.test_replayer import FITS, KEY, RESHUFFLE, steps_of

HERO = "Katja72"
Row = dict[str, Any]
"""A mistake, or a right decision: the hand, the line, what the hero did, what was better, and by how much."""
Mistakes = dict[str, list[Row]]
"""By kind."""


def hand_of(row: Row) -> str:
    return f"{row['site']}:{row['hand_id']}"


def decision_of(row: Row) -> str:
    """The hand and the line of a decision."""
    return f"{hand_of(row)}:{row['line']}"


def address_of(kind: str, row: Row) -> str:
    return f"/hand?player={HERO}&leak={kind}&id={hand_of(row)}&line={row['line']}"


def question_of(kind: str, row: Row) -> str:
    return f"{address_of(kind, row)}&ask=yes"


def test_each_mistake_is_asked_for_and_nothing_tells_the_answer(client: Client, mistakes: Mistakes) -> None:
    assert len(mistakes) > 4
    for kind, (row, *_) in mistakes.items():
        solution, question = client.text(address_of(kind, row)), client.text(question_of(kind, row))
        short, whole = steps_of(question), steps_of(solution)
        assert 0 < len(short) < len(whole)
        for page in (question, solution):
            assert re.findall(r'data-begin="(\d+)"', page)[0] == str(len(short) - 1)
        assert whole[len(short)]["who"] == HERO, "the next step is the hero's"
        assert [step["said"] for step in short] == [step["said"] for step in whole[: len(short)]]
        assert not any(seat.get("secret") for step in short for seat in step["seats"])
        assert not any(seat.get("throws") for seat in short[-1]["seats"])
        assert "next" not in short[-1].get("chance", "")
        for spoiler in (" cost ", "Better", "better:", f"{row['big_bets']:.2f}", KINDS[0].instead, 'id="seats"'):
            assert spoiler not in question, (kind, spoiler)
        assert " big bets. Better: " in solution


@pytest.mark.nightly
def test_cards_the_hero_could_not_know_are_hidden_at_first_where_a_mistake_is_looked_at(
    client: Client, mistakes: Mistakes
) -> None:
    pages = [(client.text(address_of(kind, row)), row) for kind, rows in mistakes.items() for row in rows[:3]]
    with_secrets = [(page, row) for page, row in pages if 'id="hide"' in page]
    assert with_secrets
    assert all('id="hide" checked' in page for page, _ in with_secrets)
    assert 'id="hide">' in client.text("/hand", id=hand_of(with_secrets[0][1]))


@pytest.mark.nightly
def test_an_answer_is_told_price_and_alternatives(client: Client, mistakes: Mistakes) -> None:
    verdicts = set()
    for kind, (row, *_) in mistakes.items():
        decision = decision_with_price(kind, row, 0)
        better = decision.choice_for_action(row["better"])
        assert better != decision.choice_for_action(row["did"])
        for answer in decision.choices:
            text = plain_text(client.text(question_of(kind, row), answer=answer))
            verdict = "Yes: " if answer == better else "Just as good: " if decision.is_right(answer) else "No. "
            verdicts.add(verdict)
            assert verdict in text
            assert mistake_in_words(row) in text
            assert ("Wins at showdown: pat:" in text) == (kind != "wrong-card" and bool(row["wins"]))
    assert {"Yes: ", "No. "} <= verdicts


def test_what_is_better_wins_more_often_at_showdown(mistakes: Mistakes) -> None:
    draws = [(kind, row) for kind, rows in mistakes.items() for row in rows if row["wins"]]
    assert len(draws) > 20
    for kind, row in draws:
        drawn, better = (len(row[action].split()) - 1 for action in ("did", "better"))
        assert len(row["wins"]) == 6
        assert all(0 <= chance <= 1 for chance in row["wins"])
        assert row["wins"][better] == max(row["wins"])
        assert (row["wins"][drawn] < row["wins"][better]) == (kind != "wrong-card" and drawn != better), row


@pytest.mark.parametrize(
    ("did", "better", "question"),
    [
        ("check", "bet", "River: check or bet?"),
        ("call", "fold", "River: call or fold?"),
        ("call", "raise", "River: call, fold or raise?"),
    ],
)
def test_rivers_are_asked_for_as_they_are_decided(did: str, better: str, question: str) -> None:
    decision = decision_with_price("any", {"wins": [], "did": did, "better": better}, 0)
    assert decision.question == question
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


@pytest.mark.parametrize(
    ("name", "hostile", "sentence"),
    [
        ("answer", "7", "There is no answer"),
        ("answer", "<script>", "There is no answer"),
        ("score", "<script>", "A score has a letter for each question"),
        ("score", "r" * 21, "A score has a letter for each question"),
    ],
)
def test_what_is_no_answer_or_score_is_one_sentence(
    client: Client, mistakes: Mistakes, name: str, hostile: str, sentence: str
) -> None:
    answer = client.get(question_of("pat-too-much", mistakes["pat-too-much"][0]), **{name: hostile})
    assert answer.status == 400
    assert sentence in Page(answer.text).text
    assert "<script>" not in answer.text


def hand_of_most_mistakes(mistakes: Mistakes, least: float = 0) -> tuple[str, list[tuple[str, Row]]]:
    """A hand and its mistakes of that price or more, each with its kind."""
    by_hand = defaultdict[str, list[tuple[str, Row]]](list)
    for kind, rows in mistakes.items():
        for row in rows:
            if row["big_bets"] >= least:
                by_hand[hand_of(row)].append((kind, row))
    hand = max(by_hand, key=lambda hand: len(by_hand[hand]))
    assert len(by_hand[hand]) > 1
    return hand, by_hand[hand]


def test_marks_stand_at_the_mistakes_of_a_hand(
    client: Client, mistakes: Mistakes, db: Path, database_copy: Path, run: Run
) -> None:
    hand, kinds_and_rows = hand_of_most_mistakes(mistakes)
    rows = [row for _, row in kinds_and_rows]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("histparse.serve.review.are_prices_cached", lambda *_: False)
        plain = client.text(f"/hand?id={hand}")
    assert 'class="mark"' not in plain
    assert '"price"' not in plain
    (link,) = re.findall(r'href="([^"]+)" aria-keyshortcuts="x"[^>]*>Check this hand for mistakes', plain)
    shown = client.text(unescape(link))
    assert client.text(f"/hand?id={hand}").count('class="mark"') == shown.count('class="mark"'), "prices are kept"
    prices = re.findall(r'"price":"([^"]+)"', shown)
    assert len([price for price in prices if " cost " in price]) == len({row["line"] for row in rows})
    _, file, _ = run("show", hand, "--db", db, "--html", "-")
    assert re.findall(r'"price":"([^"]+)"', file) == prices, "a page of its own has the same"
    _, unpriced, _ = run("show", hand, "--db", database_copy, "--html", "-")
    assert '"price"' not in unpriced, "the prices of another database are not kept"
    marks = re.findall(r'<b class="mark" title="cost ([\d.]+) big bets">(\?+)</b>', shown)
    costs = [row["big_bets"] for row in rows if row["big_bets"] >= MISTAKE]
    assert sorted(marks) == sorted((f"{cost:.2f}", "??" if cost >= BLUNDER else "?") for cost in costs)
    assert f"?: cost {MISTAKE} big bets or more. ??: cost 1 or more." in plain_text(shown)
    graph = between(shown, 'class="chances"', "</figure>")
    points = re.findall(r'<a href="#step-(\d+)" aria-label="([^"]+)"[^>]*>(.*?)</a>', graph, re.DOTALL)
    assert len(points) > 1
    assert sorted(re.findall(r'class="sign"[^>]*>(\?+)<', graph)) == sorted(sign for _, sign in marks)
    for lost, sign in marks:
        (label,) = (label for _, label, drawn in points if f"cost {lost} big bets" in label and f">{sign}<" in drawn)
        assert re.search(r"wins [\d.]+ % at showdown", label)
    assert 'class="chances"' not in client.text(unescape(link), ask="yes"), "it would tell what is asked"


def test_several_mistakes_are_asked_for_one_after_the_other(client: Client, mistakes: Mistakes) -> None:
    hand, kinds_and_rows = hand_of_most_mistakes(mistakes, least=MISTAKE)
    decisions = [decision_with_price(kind, row, row["line"]) for kind, row in kinds_and_rows]
    address, lengths = f"/hand?id={hand}&review=yes&ask=yes", []
    for decision in sorted(decisions, key=lambda decision: decision.step):
        lengths.append(len(steps_of(client.text(address))))
        address += f"&answer={decision.choice_for_action(decision.row['better'])}"
    page = client.text(address)
    lengths.append(len(steps_of(page)))
    assert lengths == sorted({*lengths}), "each answer shows more of the hand"
    assert Page(page).text.count("Yes: ") == len(decisions)


@pytest.mark.nightly
@in_browser
def test_from_leak_to_next_mistake_by_keys(browser: Browser, address: str) -> None:
    browser.screen(390, 844, phone=True)
    browser.log()
    browser.visit(f"{address}leaks?player={HERO}&leak=pat-too-much")
    browser.run("window.old = 1")
    browser.run(KEY, "r")

    def opened(place: int) -> str:
        is_there = f"document.querySelector('.place')?.textContent.includes('{place} of')"
        assert browser.wait(f"return document.readyState === 'complete' && window.old === undefined && {is_there}")
        layout = browser.run(FITS)
        assert (layout["scrolled"], layout["below"]) == (0, [])
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
    question = opened(place)
    assert "Better: " not in question
    assert "pat, or how many?" in question
    browser.run(KEY, "1")
    assert "1 of 1 right" in opened(place)
    key, step = ("n", 1) if place == 1 else ("p", -1)
    browser.run(KEY, key)
    question = opened(place + step)
    assert "pat, or how many?" in question, "the next one is asked for too"
    assert "1 of 1 right" in question
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_the_answers_to_a_question_are_large_and_even(browser: Browser, address: str, mistakes: Mistakes) -> None:
    browser.screen(390, 844, phone=True)
    for kind, (row, *_) in mistakes.items():
        browser.visit(f"{address}{question_of(kind, row)[1:]}")
        boxes = browser.run(
            "return [...document.querySelectorAll('.question a')].map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) >= 2
        widths_by_row = defaultdict[float, list[int]](list)
        for box in boxes:
            assert box["width"] >= 44
            assert box["height"] >= 44
            widths_by_row[box["y"]].append(round(box["width"]))
        assert all(max(widths) - min(widths) <= 1 for widths in widths_by_row.values())
        assert len(widths_by_row) <= 2


@pytest.mark.nightly
@in_browser
def test_a_point_of_the_graph_answers_pointer_key_and_finger(browser: Browser, address: str) -> None:
    page, dot = f"{address}hand?id={RESHUFFLE}&player={HERO}&review=yes", ".chances a:has(circle)"
    tip = "const tip = document.getElementById('tip'); return tip && !tip.hidden ? tip.textContent : ''"
    browser.log()
    browser.screen(390, 844, phone=True)
    browser.visit(page)
    begin = browser.wait("return location.hash")
    browser.tap(f"{dot} circle")
    assert re.fullmatch(r"Draw 1: wins [\d.]+ % at showdown.*", browser.wait(tip))
    assert browser.run("return location.hash") == begin, "the first tap tells, and leads nowhere"
    browser.tap(f"{dot} circle")
    link = browser.run("return document.querySelector(arguments[0]).getAttribute('href')", dot)
    assert link != begin
    assert browser.wait(f"return location.hash === '{link}'")
    browser.screen(1440, 900)
    browser.visit(page)
    browser.point(f"{dot} circle")
    assert browser.run(tip).startswith("Draw 1: ")
    browser.run("document.querySelector(arguments[0]).focus()", dot)
    place = browser.run("return location.hash")
    browser.press("\ue014")
    second = browser.run(tip)
    assert second.startswith("Draw 2: ")
    assert browser.run("return document.activeElement.getAttribute('aria-label')") == second
    assert browser.run("return location.hash") == place, "an arrow goes from point to point, not through the hand"
    assert browser.log() == []


@pytest.mark.nightly
def test_questions_mix_mistakes_with_right_decisions_and_count_the_answers(client: Client, mistakes: Mistakes) -> None:
    for kind in ("pat-too-much", "draws-too-many"):
        rows = mistakes[kind]
        wrong = {decision_of(row): row for row in rows}
        right = {decision_of(row["twin"]): row["twin"] for row in rows if row["twin"]}
        assert not wrong.keys() & right.keys()
        quiz, is_right_decision, points, text = client.text("/leaks", player=HERO, leak=kind), [], 0, ""
        links = re.findall(r'href="([^"]+)">take a quiz', quiz)
        while links and "run=1" in links[0]:
            address = unescape(links[0])
            question, query = client.text(address), dict(parse_qsl(address.partition("?")[2]))
            place = f"{query['id']}:{query['line']}"
            is_right_decision.append(place in right)
            for spoiler in ("big bets. Better", "as played", "etter: ", "Yes: ", "Wins at showdown", "A call wins"):
                assert spoiler not in question
            decision = decision_with_price(kind, (right | wrong)[place], 0)
            answers_right = len(is_right_decision) % 3 > 0
            points += answers_right
            answer = next(choice for choice in decision.choices if decision.is_right(choice) == answers_right)
            solution = client.text(address, answer=answer)
            text = Page(solution).text
            assert ("as played" in text) == (place in right)
            assert f"{points} of {len(is_right_decision)} right" in text
            links = re.findall(r'<a href="([^"]+)" rel="next"', solution)
        assert f"Done: {points} of {len(is_right_decision)} right." in text
        number = min(len(rows), RUN)
        assert is_right_decision.count(False) == number
        assert sum(is_right_decision) == sum(row["twin"] is not None for row in rows[:number]) >= number / 2
        assert is_right_decision != sorted(is_right_decision), "mistakes and right decisions are mixed"


def test_a_question_of_the_river_tells_pot_odds_and_what_the_pool_holds() -> None:
    river = {"wins": [], "pot": 6.5, "to_call": 1.0, "chance": 0.25, "shown": 1204, "did": "fold", "better": "call"}
    decision = RiverDecision("folds-too-much", river | {"draw": 4, "holds": [0.5, 0.2, 0.1, 0.1, 0.1]}, 3)
    assert decision.call_price_sentence == "A call costs 1 in a pot of 6.5 big bets: it pays if it wins 13.3 % or more."
    assert decision.opponents_betting_hands == (
        "A call wins 25.0 %. Opponents bet there with: eight or better 50.0 %, nine 20.0 %, ten 10.0 %, jack 10.0 %, "
        "worse 10.0 % (1,204 hands shown)."
    )
    assert [*map(decision.is_right, decision.choices)] == [True, False]


@pytest.mark.nightly(1)
@pytest.mark.parametrize("more", ["", "&ask=yes&answer=1", "&ask=yes&run=99999"])
def test_a_player_whose_cards_nobody_knows_has_no_mistake_and_no_question(client: Client, more: str) -> None:
    answer = client.get(f"/hand?id=104200271828&player=LimpLena&leak=all&line=30{more}")
    assert answer.status == 200
    assert 'class="question"' not in answer.text
    assert "Better: " not in answer.text
