"""Step 7b, view: finds the hand a user names: its number in a database, or a line in a file."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from histparse import flow
from histparse.judging.hand_result import HandResult
from histparse.model.errors import HistparseError, absent, joined_by_or, quoted
from histparse.model.findings import Finding, Severity
from histparse.store import Database
from histparse.store.settle.reading import COLUMNS, StoredHand, read_again
from histparse.view.film import Film, film
from histparse.view.from_text import seen
from histparse.view.model import HandView

BY_NUMBER = "hand_id = $asked", "lower(site) || ':' || hand_id = $asked"
"""The ways to read a number: the first that finds a hand counts."""
BY_LINE = "path = $path AND first_line <= $line AND last_line >= $line"
STORED = """
    SELECT {columns}, hand_id, hand_key
    FROM hands JOIN texts USING (hand_key) WHERE {asked} ORDER BY site
"""
NEAR = """
    SELECT hand_id FROM (SELECT DISTINCT hand_id FROM hands)
    ORDER BY starts_with(hand_id, $asked) DESC, jaro_winkler_similarity(hand_id, $asked) DESC, hand_id LIMIT 3
"""
FINDINGS = "SELECT code, severity, path, line, hand_id, site, seat, player, message FROM findings WHERE hand_key = $key"


class ViewError(HistparseError):
    """The hand cannot be shown; the message is one sentence."""


class Stored(StoredHand, frozen=True):
    """A hand of a database, with its number."""

    hand_id: str
    hand_key: int


def find(database: Database, asked: str) -> HandView:
    """The hand with that number (`123`, or `pokerstars:123`), or at that `FILE:LINE` as imported. Raises ViewError."""
    return _found(database, asked)[1]


def find_hand(database: Database, asked: str) -> HandResult:
    """Find a hand as events, with the table at its end, and all its findings."""
    read, view = _found(database, asked)
    return replace(flow.judged_hand(read), findings=view.findings)


def find_film(database: Database, asked: str) -> Film:
    """Find a hand step by step."""
    return film(*_found(database, asked))


def film_in_file(path: str, line: int) -> Film:
    """The hand to which that line of a file belongs. Raises ViewError, and FileError for a file that cannot be read."""
    for result in flow.cut(Path(path)):
        text = result.text
        if text is not None and text.line <= line <= text.line + text.text.rstrip().count("\n"):
            read = flow.read_one(text)
            return film(read, _seen(seen(read), f"{path}:{line}"))
    raise ViewError(f"{quoted(path)} has no hand at line {line}")


def _found(database: Database, asked: str) -> tuple[HandResult, HandView]:
    found = _stored(database, asked)
    if len(found) > 1:
        names = joined_by_or(f"{one.site}:{one.hand_id}" for one in found)
        raise ViewError(f"{quoted(asked)} is the number of several hands: name {names}")
    if not found:
        near = [str(name) for (name,) in database.connection.execute(NEAR, {"asked": asked}).fetchall()]
        raise ViewError(absent("hand", asked, near=near))
    return _view(database, found[0])


def _stored(database: Database, asked: str) -> list[Stored]:
    site, colon, number = asked.partition(":")
    given: list[tuple[str, dict[str, object]]] = [
        (BY_NUMBER[0], {"asked": asked}),
        (BY_NUMBER[1], {"asked": f"{site.lower()}{colon}{number}"}),
    ]
    if (place := file_and_line(asked)) is not None:
        given.append((BY_LINE, {"path": place[0], "line": place[1]}))
    for words, values in given:
        if rows := database.connection.execute(STORED.format(columns=COLUMNS, asked=words), values).fetchall():
            return [Stored(*row) for row in rows]
    return []


def file_and_line(asked: str) -> tuple[str, int] | None:
    """`session.txt:12` as a path and a line; None for anything else."""
    path, colon, line = asked.rpartition(":")
    return (path, int(line)) if path and colon and line.isdecimal() and len(line) < 10 else None


def _view(database: Database, stored: Stored) -> tuple[HandResult, HandView]:
    read = read_again(stored)
    view = _seen(seen(read), stored.hand_id)
    rows = database.connection.execute(FINDINGS, {"key": stored.hand_key}).fetchall()
    known = {(finding.code, finding.line) for finding in view.findings}
    others = [Finding(code, Severity(severity), *rest) for code, severity, *rest in rows]
    more = [finding for finding in others if (finding.code, finding.line) not in known]
    return read, replace(view, findings=tuple(sorted((*view.findings, *more), key=lambda finding: finding.line)))


def _seen(view: HandView | None, asked: str) -> HandView:
    if view is None:
        raise ViewError(f"the hand at {quoted(asked)} cannot be read; `histparse check` says why")
    return view
