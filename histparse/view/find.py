"""Step 7b, view: finds the hand a user names: its number in a database, or a line in a file."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from histparse import flow
from histparse.judging.engine import HandResult
from histparse.model.errors import HistparseError, count, join_by_or, quoted, suggest_names
from histparse.model.findings import Finding, Severity
from histparse.reader import HandText
from histparse.store import Database
from histparse.store.settle.reading import COLUMNS, StoredHand, reparse_hand_with_views
from histparse.view.film import Film, build_film
from histparse.view.from_text import build_view
from histparse.view.model import HandView

BY_NUMBER = "hand_id = $reference", "lower(site) || ':' || hand_id = $reference"
"""The ways to read a number: the first that finds a hand counts."""
BY_LINE = "path = $path AND first_line <= $line AND last_line >= $line"
STORED = """
    SELECT {columns}, hand_id, hand_key
    FROM hands JOIN texts USING (hand_key) WHERE {condition} ORDER BY site
"""
NEAR = """
    SELECT hand_id FROM (SELECT DISTINCT hand_id FROM hands)
    ORDER BY starts_with(hand_id, $reference) DESC, jaro_winkler_similarity(hand_id, $reference) DESC, hand_id LIMIT 3
"""
FINDINGS = "SELECT code, severity, path, line, hand_id, site, seat, player, message FROM findings WHERE hand_key = $key"


class ViewError(HistparseError):
    """The hand cannot be shown; the message is one sentence."""


class Stored(StoredHand, frozen=True):
    """A hand of a database, with its number."""

    hand_id: str
    hand_key: int


def find_view(database: Database, reference: str) -> HandView:
    """The hand with that number (`123`, or `pokerstars:123`), or at that `FILE:LINE` as imported. Raises ViewError."""
    return _find_result_and_view(database, reference)[1]


def find_hand(database: Database, reference: str) -> HandResult:
    """Find a hand as events, with the table at its end, and all its findings."""
    read, view = _find_result_and_view(database, reference)
    return replace(flow.judge_parsed(read), findings=view.findings)


def find_film(database: Database, reference: str) -> Film:
    """Find a hand step by step."""
    return build_film(*_find_result_and_view(database, reference))


def film_at_line(path: str, line: int) -> Film:
    """The hand to which that line of a file belongs. Raises ViewError, and FileError for a file that cannot be read."""
    for result in flow.cut_file_into_hand_texts(Path(path)):
        text = result.text
        if text is not None and text.line <= line <= text.line + text.text.rstrip().count("\n"):
            return _film_of_text(text, f"{path}:{line}")
    raise ViewError(f"{quoted(path)} has no hand at line {line}")


def film_of_nth_hand(path: str, number: int) -> Film:
    """The hand with that place in a file, from 1 on. Raises ViewError, and FileError for a file that cannot be read."""
    texts = (result.text for result in flow.cut_file_into_hand_texts(Path(path)))
    place = 0
    for place, text in enumerate(filter(None, texts), 1):
        if place == number:
            return _film_of_text(text, f"{path}#{number}")
    raise ViewError(f"{quoted(path)} has {count(place, 'hand')}: there is no hand {number}")


def _film_of_text(text: HandText, reference: str) -> Film:
    read = flow.parse_text(text)
    return build_film(read, _require_readable(build_view(read), reference))


def _find_result_and_view(database: Database, reference: str) -> tuple[HandResult, HandView]:
    hands = _stored_hands(database, reference)
    if len(hands) > 1:
        names = join_by_or(f"{hand.site}:{hand.hand_id}" for hand in hands)
        raise ViewError(f"{quoted(reference)} is the number of several hands: name {names}")
    if not hands:
        near = [str(name) for (name,) in database.connection.execute(NEAR, {"reference": reference}).fetchall()]
        raise ViewError(suggest_names("hand", reference, near_names=near))
    return _result_and_view(database, hands[0])


def _stored_hands(database: Database, reference: str) -> list[Stored]:
    site, colon, number = reference.partition(":")
    queries: list[tuple[str, dict[str, object]]] = [
        (BY_NUMBER[0], {"reference": reference}),
        (BY_NUMBER[1], {"reference": f"{site.lower()}{colon}{number}"}),
    ]
    if (place := parse_file_and_line(reference)) is not None:
        queries.append((BY_LINE, {"path": place[0], "line": place[1]}))
    for condition, values in queries:
        if rows := database.connection.execute(STORED.format(columns=COLUMNS, condition=condition), values).fetchall():
            return [Stored(*row) for row in rows]
    return []


def parse_file_and_line(reference: str) -> tuple[str, int] | None:
    """`session.txt:12` as a path and a line; None for anything else."""
    path, colon, line = reference.rpartition(":")
    return (path, int(line)) if path and colon and line.isdecimal() and len(line) < 10 else None


def parse_file_and_place(reference: str) -> tuple[str, int] | None:
    """`session.txt#3` as a path and the place of a hand; None for anything else."""
    path, sign, place = reference.rpartition("#")
    return (
        (path, int(place)) if path and sign and place.isdecimal() and int(place[:10]) > 0 and len(place) < 10 else None
    )


def _result_and_view(database: Database, stored: Stored) -> tuple[HandResult, HandView]:
    read = reparse_hand_with_views(stored)
    view = _require_readable(build_view(read), stored.hand_id)
    rows = database.connection.execute(FINDINGS, {"key": stored.hand_key}).fetchall()
    known = {(finding.code, finding.line) for finding in view.findings}
    recorded = [Finding(code, Severity(severity), *rest) for code, severity, *rest in rows]
    more = [finding for finding in recorded if (finding.code, finding.line) not in known]
    return read, replace(view, findings=tuple(sorted((*view.findings, *more), key=lambda finding: finding.line)))


def _require_readable(view: HandView | None, reference: str) -> HandView:
    if view is None:
        raise ViewError(f"the hand at {quoted(reference)} cannot be read; `histparse check` says why")
    return view
