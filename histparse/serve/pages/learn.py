"""Step 10, serve: learning from mistakes - the worst not seen yet is asked for next, and the score is kept by week."""

from __future__ import annotations

from histparse.coach.kinds import ALL_KINDS
from histparse.model.errors import count
from histparse.serve.address import YES, ElsewhereError
from histparse.serve.lessons import SUBJECT, learn_address, lesson_address, score_by_week
from histparse.serve.mistake_list import build_mistake_list
from histparse.serve.source import PageRequest, PageValues
from histparse.store.database.lessons import read_lessons
from histparse.store.database.tags import TagFile

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/learn", "Game", "Learn", 33, "learn.html", False
KEYS = (*SUBJECT, "next")


def template_values(request: PageRequest) -> PageValues:
    """What is still to be learned, and the score; with `next=yes` the next mistake instead, if there is one."""
    address, mistakes = request.address, build_mistake_list(request, ALL_KINDS)
    lessons = read_lessons(TagFile(request.store.path))
    values = {
        "player": request.player,
        "sentence": mistakes.leaks.sentence,
        "kept_fields": KEYS[1:-1],
        "session": address.get("session"),
        "weeks": score_by_week(lessons).to_dicts(),
    }
    if mistakes.leaks.sentence:
        return values
    unseen = mistakes.rows_without_lesson(lessons)
    if len(unseen) and address.require_choice("next", [YES, ""], "") == YES:
        raise ElsewhereError(lesson_address(mistakes, unseen.row(0, named=True)))
    number = len(mistakes.mistake_rows)
    return values | {
        "progress": f"{count(number, 'mistake')}, {number - len(unseen):,} of them seen",
        "cost": float(unseen["big_bets"].sum()),
        "next_price": float(unseen["big_bets"][0]) if len(unseen) else 0.0,
        "next_address": learn_address(address, ("next", YES)) if len(unseen) else "",
    }
