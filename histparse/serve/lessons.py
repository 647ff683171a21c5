"""Step 10, serve: learning from mistakes - those not looked at again yet, the worst first, and the score by week."""

from __future__ import annotations

from datetime import date, timedelta

import polars as pl
from msgspec.structs import replace

from histparse.coach.kinds import ALL_KINDS
from histparse.report.model import Row
from histparse.serve.address import YES, Address
from histparse.serve.leak_costs import SESSION
from histparse.serve.masking import resolve_pseudonyms
from histparse.serve.mistake_list import Mistake, MistakeList, build_mistake_list
from histparse.serve.review import build_review
from histparse.serve.source import PageRequest, Source
from histparse.store.database.lessons import Lesson, add_new_lesson, read_lessons
from histparse.store.database.tags import TagFile

LEARN = "learn"
"""The parameter of a hand that is asked for as a lesson."""
SUBJECT = ("player", "leak", *SESSION)
"""The parameters that say of which mistakes."""


def score_by_week(lessons: pl.DataFrame) -> pl.DataFrame:
    """A row for each week with lessons, the last first: `week` (its Monday), `answered`, `right`."""
    weeks = lessons.group_by(week=pl.col("answered_on").dt.truncate("1w"))
    return weeks.agg(answered=pl.len(), right=pl.col("is_right").sum()).sort("week", descending=True)


def score_of_week_in_words(lessons: pl.DataFrame, day: date) -> str:
    """Say how many answers of the week of that day are right; empty if there are none."""
    monday = day - timedelta(days=day.weekday())
    for row in score_by_week(lessons).filter(week=monday).to_dicts():
        return f"{row['right']} of {row['answered']} right this week."
    return ""


def learn_address(address: Address, *parameters: tuple[str, str]) -> str:
    """The address of the page on the lessons of those mistakes."""
    return address.filtered_link("/learn", *address.pick_parameters(SUBJECT), *parameters)


def lesson_address(mistakes: MistakeList, row: Row) -> str:
    """The address of the hand at that mistake, where it is asked for."""
    return mistakes.hand_address(row, ("ask", YES), (LEARN, YES))


def find_lesson(request: PageRequest, mistakes: MistakeList) -> Mistake | None:
    """The mistake that the address asks for, with the way to the next and the score of this week."""
    mistake = mistakes.find_mistake()
    if mistake is None:
        return None
    tally = score_of_week_in_words(read_lessons(TagFile(request.store.path)), date.today())
    following = learn_address(request.address, ("next", YES)) if request.address.get("answer") else ""
    overview = learn_address(request.address)
    return replace(mistake, previous="", following=following, list_address=overview, tally=tally)


def record_answer_and_link(address: Address, answer: str, source: Source) -> str:
    """Keep whether the answer to a lesson is right; returns the address of the hand with the answer.

    Raises RefusedError for an answer that is none, and StoreError.
    """
    answered = address.answered_address(answer)
    with source.lend_shared_store() as store:
        resolved = resolve_pseudonyms(address, store, source)
        request = PageRequest(replace(resolved, parameters=(*resolved.parameters, ("answer", answer))), store, source)
        mistakes = build_mistake_list(request, ALL_KINDS)
        mistake, film = mistakes.find_mistake(), store.replay(address.get("id") or "")
        review = build_review(request.address, film, mistakes.leaks, mistake)
        if mistake is None or review is None or not review.answers:
            return answered
        is_right = review.questions[0].is_right(review.answers[0])
        row, today = mistake.row, date.today()
        add_new_lesson(TagFile(source.path), Lesson(row["site"], row["hand_id"], row["line"], today, is_right))
    return answered
