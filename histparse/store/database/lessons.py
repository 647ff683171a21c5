"""Step 6c, database: the mistakes that a player has looked at again, and what they answered, beside the tags."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from sqlite3 import Connection

import polars as pl
from msgspec import Struct

from histparse.store.database.tags import TagFile

TABLE = """
    CREATE TABLE IF NOT EXISTS lessons (
        site TEXT NOT NULL, hand_id TEXT NOT NULL, line INTEGER NOT NULL, answered_on TEXT NOT NULL,
        is_right INTEGER NOT NULL, PRIMARY KEY (site, hand_id, line)
    ) WITHOUT ROWID
"""
ADD = "INSERT OR IGNORE INTO lessons VALUES (?, ?, ?, ?, ?)"
COLUMNS = {
    "site": pl.String(),
    "hand_id": pl.String(),
    "line": pl.Int64(),
    "answered_on": pl.Date(),
    "is_right": pl.Boolean(),
}
MOST_LESSONS = 1_000_000


class Lesson(Struct, frozen=True):
    """A mistake that was asked for again: the decision, the day, and whether the first answer was right."""

    site: str
    hand_id: str
    line: int
    answered_on: date
    is_right: bool


def read_lessons(file: TagFile) -> pl.DataFrame:
    """All lessons, a row each: `site`, `hand_id`, `line`, `answered_on`, `is_right`. Raises StoreError."""
    rows = file.read_rows("lessons", ", ".join(COLUMNS), MOST_LESSONS)
    try:
        typed = [(*decision, date.fromisoformat(day), bool(is_right)) for *decision, day, is_right in rows]
        return pl.DataFrame(typed, COLUMNS, orient="row")
    except (TypeError, ValueError, pl.exceptions.PolarsError) as error:  # a row that this program did not write
        raise file.unreadable_error(error) from error


def add_new_lesson(file: TagFile, lesson: Lesson) -> None:
    """Keep the answer, unless the mistake was answered before: only what came first counts. Raises StoreError."""
    with file.begin_change() as connection:
        insert_new_lessons(connection, [lesson])


def insert_new_lessons(connection: Connection, lessons: Iterable[Lesson]) -> None:
    """Keep the answers to mistakes that have none yet."""
    connection.execute(TABLE)
    for lesson in lessons:
        decision = (lesson.site, lesson.hand_id, lesson.line)
        connection.execute(ADD, (*decision, lesson.answered_on.isoformat(), int(lesson.is_right)))
