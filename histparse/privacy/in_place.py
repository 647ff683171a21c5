"""Step 7c, privacy: the text of a hand with other names, numbers and times in their places; all other letters stay.

Names are never looked for in a text: a player may be called `a` or `Big Blind`. A name, a number or a time is where the
lexer takes it out of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from histparse.model.hand import Hand
from histparse.parsing.dialects.base import dialects
from histparse.parsing.grammar import LineRead, hand_grammar
from histparse.parsing.line_lexer import Place, Places
from histparse.privacy.masked import TALK, Wishes
from histparse.privacy.moved_times import moved, moved_day, moved_milliseconds
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.reader import HandText

UNKNOWN = "[a line left out]"
"""Stands for a line that no grammar knows."""
SILENCE = "..."
"""What everybody says, and words that somebody may have chosen."""
_WORD = "x"
"""In place of a word where only letters are read."""
_FIGURE = re.compile(r"(?:[A-Z]{3} )?[$€£¥₹]?\d[\d,]{0,12}(?:\.\d\d?)?€?(?: [A-Z]{3})?")
_LONG = re.compile(r"\d{5,}")


class UnreplacedError(Exception):
    """Something that tells who played cannot be replaced."""


class Edit(NamedTuple):
    """Other letters at a place of a line."""

    place: Place
    letters: str


class InPlace:
    """The text of one hand that was read."""

    def __init__(self, text: HandText, hand: Hand, names: Pseudonyms, wishes: Wishes) -> None:
        heading = [text.heading] if text.heading else []
        self._lines = heading + text.text.split("\n")
        self._hand, self._names, self._wishes = hand, names, wishes
        self._tournament = hand.header.tournament.tournament_id if hand.header.tournament else ""
        self._read = dialects()[text.site]([line.rstrip() for line in self._lines], text.line - len(heading))
        self._grammar = hand_grammar(text.site)
        log: list[LineRead] = []
        self._grammar.read(self._read, log)
        self._log = {line.number: line for line in log if line.number not in self._read.unknown}
        self._notes = {note.line: note for note in self._read.notes}
        records = (*hand.seats, *hand.events, *hand.notes)
        self._people = {player for record in records if (player := getattr(record, "player", None))}
        self._headings = len(heading)
        self.unnamed = {player for player in self._people if self._read.is_unnamed(player)}
        """What players are called whom the text does not name."""

    def text(self) -> tuple[str, str]:
        """The heading and the text of the hand. Raises UnreplacedError."""
        first = self._read.first
        numbered = list(enumerate(self._lines, first))
        heading = "".join(self._written(numbered[: self._headings]))
        return heading, "\n".join(self._written(numbered[self._headings :]))

    def _written(self, lines: Iterable[tuple[int, str]]) -> Iterator[str]:
        for number, line in lines:
            if not line.strip():
                yield line
            elif number not in self._log:
                yield self._unknown(line)
            elif not (self._is_talk(number) and self._wishes.chat):
                yield self._replaced(line, self._log[number])

    def _is_talk(self, number: int) -> bool:
        return number in self._notes and self._notes[number].kind in TALK

    def _unknown(self, line: str) -> str:
        """Another line, which says at most who that one may be about."""
        seated = sorted((seat.player for seat in self._hand.seats), key=len, reverse=True)
        player = next(filter(line.startswith, seated), None)
        return UNKNOWN if player is None else f"{self._names.player(player)} {UNKNOWN}"

    def _replaced(self, line: str, read: LineRead) -> str:
        words = self._read.line_text(read.number)
        places = self._grammar.lexer.find_places(words, read.terminal, read.player)
        if places is None:
            return UNKNOWN
        edits = list(self._edits(words, read, places))
        letters = self._read.positions_read(line) if edits else ()
        for (begin, end), new in sorted(edits, reverse=True):
            line = line[: letters[begin]] + new + line[letters[end - 1] + 1 :]
        return self._with_milliseconds(line)

    def _edits(self, words: str, read: LineRead, places: Places) -> Iterator[Edit]:
        """In no order. Places do not overlap, and none is empty."""
        if places.player is not None and self._is_name(words[slice(*places.player)], read.number):
            yield from self._edit(words, places.player, self._player(words[slice(*places.player)]))
        if self._grammar.is_note(read.terminal):
            yield from self._of_note(words, read, places)
            return
        parts = self._grammar.part_names[read.terminal]
        for part, place in zip(parts, places.pieces, strict=False):
            if place is not None:
                yield from self._edit(words, place, self._part(part, words[slice(*place)]))
        if "hand_id" in parts and self._wishes.numbers:
            yield from self._edit_long_numbers_outside(words, places)

    def _edit(self, words: str, place: Place, new: str) -> Iterator[Edit]:
        if new != words[slice(*place)]:
            yield Edit(place, new)

    # --- names --------------------------------------------------------------------------------------------

    def _player(self, letters: str) -> str:
        """The pseudonym, or the letters of a name that is kept."""
        name = self._read.decode_name(letters)
        pseudonym = self._names.player(name)
        return letters if pseudonym == name else pseudonym

    def _is_name(self, letters: str, number: int) -> bool:
        """Whether a player is named so; a note may give the number of their seat."""
        note = self._notes.get(number)
        return note is None or self._read.decode_name(letters) == note.player

    # --- notes --------------------------------------------------------------------------------------------

    def _of_note(self, words: str, read: LineRead, places: Places) -> Iterator[Edit]:
        """Words of the site stay; what others may have written is hidden, unless it is a name or a figure."""
        for place in filter(None, places.pieces):
            letters = words[slice(*place)]
            substitutes = (
                substitute
                for substitute in (SILENCE, _WORD)
                if letters and self._would_be_read(words, read, place, substitute)
            )
            if substitute := next(substitutes, None):
                yield from self._edit(
                    words,
                    place,
                    substitute if self._is_talk(read.number) else self._name_or_figure(letters, substitute),
                )

    def _would_be_read(self, words: str, read: LineRead, place: Place, substitute: str) -> bool:
        """Whether the site's line may have other words at that place."""
        changed = words[: place[0]] + substitute + words[place[1] :]
        return self._grammar.lexer.find_places(changed, read.terminal, read.player) is not None

    def _name_or_figure(self, letters: str, substitute: str) -> str:
        """A name, a figure, or other words."""
        if self._read.decode_name(letters) in self._people:
            return self._player(letters)
        return letters if _FIGURE.fullmatch(letters) else substitute

    # --- numbers and times --------------------------------------------------------------------------------

    def _part(self, part: str, letters: str) -> str:
        """Replace that part of a line, by what the dialect calls it."""
        if part == "nickname":
            return self._player(letters)
        if part in ("time", "day"):
            return self._time(part, letters) if self._wishes.times else letters
        return self._number(part, letters) if self._wishes.numbers else letters

    def _number(self, part: str, letters: str) -> str:
        names, plain = self._names, self._read.decode_name(letters)
        match part:
            case "hand_id":
                letters = names.number(letters)
            case "session":
                letters = names.code(letters)
            case "club" | "tournament":
                letters = names.title(plain, self._tournament)
            case "title" if self._wishes.kinds:
                letters = names.title(plain)
            case "table":
                is_whole = plain == self._hand.table.name
                letters = (names.title if is_whole else names.part)(plain, self._tournament)
        return letters

    def _edit_long_numbers_outside(self, words: str, places: Places) -> Iterator[Edit]:
        """Long numbers of the line between the parts that are read."""
        read = [*filter(None, places.pieces)]
        for digits in _LONG.finditer(words):
            if not any(begin < digits.end() and digits.start() < end for begin, end in read):
                yield Edit(digits.span(), self._names.number(digits[0]))

    def _time(self, part: str, letters: str) -> str:
        new = (
            moved_day(letters, self._names.time)
            if part == "day"
            else moved(letters, self._names.time, self._read.parse_time)
        )
        if new is None:
            raise UnreplacedError
        return new

    def _with_milliseconds(self, line: str) -> str:
        if self._read.milliseconds is None or not self._wishes.times:
            return line
        return re.sub(self._read.milliseconds, lambda digits: moved_milliseconds(digits[0], self._moved_by()), line)

    def _moved_by(self) -> timedelta:
        played_at = self._hand.header.played_at or datetime.now(UTC)
        return self._names.time(played_at) - played_at
