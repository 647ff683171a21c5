"""Learning from mistakes: the worst not seen yet comes next, the first answer counts, and the score stays."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from histparse import Store
from histparse.coach.kinds import KINDS
from histparse.serve.lessons import score_by_week, score_of_week_in_words
from histparse.store.database.lessons import COLUMNS, Lesson, add_new_lesson, read_lessons
from histparse.store.database.tags import TagFile, Tagged
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client, serving
from tests.tagging import add_tags

HERO = "Katja72"
NEXT = f"/learn?player={HERO}&next=yes"


def answers(page: str) -> list[str]:
    return re.findall(r'<button name=answer value="([^"]+)"', page)


@pytest.mark.nightly
def test_the_worst_comes_first_and_what_was_answered_never_again(
    copy_client: Client, tag_file: TagFile, store: Store
) -> None:
    rows = pl.concat(store.leaks(HERO, hands=kind.name) for kind in KINDS)
    rows = rows.sort("big_bets", "site", "hand_id", "line", descending=[True, False, False, False])
    assert store.leaks(HERO, hands="all").drop("leak").equals(rows)
    verdicts = []
    for row in rows.head(3).iter_rows(named=True):
        hand = copy_client.get(NEXT).headers["location"]
        assert f"id={row['site']}%3A{row['hand_id']}" in hand
        assert f"line={row['line']}&" in hand
        question = copy_client.text(hand)
        assert row["better"] not in question.partition('class="question"')[0]
        answered = copy_client.post(hand, token=copy_client.token(hand), answer=answers(question)[0])
        assert answered.status == 303
        page = copy_client.text(answered.headers["location"])
        verdicts.append('class="verdict right"' in page)
        assert f"{sum(verdicts)} of {len(verdicts)} right this week." in page
        assert '<a href="/learn?player=Katja72&amp;leak=all&amp;next=yes" rel="next"' in page
    lessons = read_lessons(tag_file)
    assert sorted(lessons["hand_id"].to_list()) == sorted(rows["hand_id"].head(3).to_list())
    assert lessons["is_right"].sum() == sum(verdicts)
    overview, cost = copy_client.text("/learn", player=HERO), rows["big_bets"][3:].sum()
    assert f"{len(rows)} mistakes, 3 of them seen. Those still to see cost {cost:,.1f}" in overview


@pytest.mark.nightly
def test_only_the_first_answer_counts_and_nothing_is_kept_of_none(copy_client: Client, tag_file: TagFile) -> None:
    hand = copy_client.get(NEXT).headers["location"]
    token, (first, *_, last) = copy_client.token(hand), answers(copy_client.text(hand))
    assert copy_client.post(hand, token=token, answer="six cards").status == 400
    assert copy_client.post(hand, token="", answer=first).status == 403
    assert read_lessons(tag_file).is_empty()
    for answer in (first, last):
        copy_client.post(hand, token=token, answer=answer)
    right = 'class="verdict right"' in copy_client.text(hand, answer=first)
    assert read_lessons(tag_file)["is_right"].to_list() == [right]


@pytest.mark.nightly
@in_browser
def test_in_a_browser_a_key_answers_and_the_next_comes(browser: Browser, database_copy: Path) -> None:
    with serving(database_copy) as address:
        for width in (390, 1440):
            browser.screen(width, 844)
            browser.visit(f"{address}learn?player={HERO}")
            browser.click("a.button")
            first = browser.run("return location.search")
            browser.click(".question button")
            browser.wait("return document.querySelector('.verdict')")
            browser.press("n")
            browser.wait("return document.querySelector('.question')")
            assert browser.run("return location.search") != first
            assert not browser.run("return document.documentElement.scrollWidth > innerWidth")


def test_weeks_begin_on_monday_and_the_last_comes_first() -> None:
    days = {date(2026, 11, 22): True, date(2026, 11, 23): False, date(2026, 11, 28): True}
    rows = [("pokerstars", str(day), 5, day, right) for day, right in days.items()]
    assert score_by_week(pl.DataFrame(rows, COLUMNS, orient="row")).rows() == [
        (date(2026, 11, 23), 2, 1),
        (date(2026, 11, 16), 1, 1),
    ]


def test_the_score_of_this_week_is_not_that_of_the_last_with_lessons() -> None:
    rows = [("pokerstars", "1", 5, date(2026, 11, 22), True), ("pokerstars", "2", 5, date(2026, 11, 23), False)]
    lessons = pl.DataFrame(rows, COLUMNS, orient="row")
    assert score_of_week_in_words(lessons, date(2026, 11, 22)) == "1 of 1 right this week."
    assert score_of_week_in_words(lessons, date(2026, 11, 29)) == "0 of 1 right this week."
    assert score_of_week_in_words(lessons, date(2026, 11, 30)) == ""


def test_lessons_and_tags_share_a_file(tmp_path: Path) -> None:
    file, lesson = TagFile(str(tmp_path / "a.duckdb")), Lesson("pokerstars", "7", 12, date(2026, 11, 28), is_right=True)
    assert read_lessons(file).is_empty()
    add_new_lesson(file, lesson)
    assert file.read_all() == {}
    add_tags(file, {("pokerstars", "7"): Tagged(("star",))})
    add_new_lesson(file, Lesson("pokerstars", "7", 12, date(2026, 11, 29), is_right=False))
    assert read_lessons(file).rows() == [("pokerstars", "7", 12, date(2026, 11, 28), True)]
    assert file.read_all() == {("pokerstars", "7"): Tagged(("star",))}
