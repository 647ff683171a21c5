"""Step 6c, database: tags, notes and answers to mistakes as JSON, to keep or to take to another computer."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Annotated

from msgspec import DecodeError, Meta, Struct, json

from histparse.model.errors import HistparseError
from histparse.store.database.lessons import Lesson, insert_new_lessons, read_lessons
from histparse.store.database.tags import (
    Hand,
    TagFile,
    Tagged,
    clean_tagging_or_refuse,
    parse_site_and_number,
    store_merged_taggings,
)


class _Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The first answer to a mistake in a hand."""

    line: Annotated[int, Meta(ge=1, lt=2**31)]
    answered_on: date
    is_right: bool


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in an export."""

    hand: str
    tags: tuple[str, ...] = ()
    note: str = ""
    answers: tuple[_Answer, ...] = ()


def export_tags_and_notes_as_json(file: TagFile) -> bytes:
    """All tags, notes and answers as a JSON list, a hand each. Raises StoreError."""
    answers: defaultdict[Hand, list[_Answer]] = defaultdict(list)
    for site, number, *answer in read_lessons(file).sort("line").iter_rows():
        answers[site, number].append(_Answer(*answer))
    taggings = file.read_all()
    rows = [_hand_row(hand, taggings.get(hand, Tagged()), answers[hand]) for hand in sorted({*taggings, *answers})]
    return json.format(json.encode(rows)) + b"\n"


def _hand_row(hand: Hand, tagged: Tagged, answers: list[_Answer]) -> _Row:
    return _Row(":".join(hand), tagged.tags, tagged.note, tuple(answers))


def import_tags_from_json(file: TagFile, exported: bytes) -> int:
    """Add what an export says to what the file has, all or nothing; returns the number of its hands.

    Of two answers to a mistake, that of the file stays. Raises StoreError, and HistparseError for what is no
    export.
    """
    try:
        rows = json.decode(exported, type=list[_Row])
    except (DecodeError, UnicodeDecodeError) as error:
        raise HistparseError(f"this is not what `histparse tags export` writes ({error})") from error
    taggings = {parse_site_and_number(row.hand): clean_tagging_or_refuse(Tagged(row.tags, row.note)) for row in rows}
    lessons = [
        Lesson(*parse_site_and_number(row.hand), answer.line, answer.answered_on, answer.is_right)
        for row in rows
        for answer in row.answers
    ]
    with file.begin_change() as connection:
        store_merged_taggings(connection, taggings, Tagged())
        insert_new_lessons(connection, lessons)
    return len(rows)
