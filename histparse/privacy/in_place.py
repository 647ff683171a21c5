"""Step 7c, privacy: the text of a hand with other names, numbers and times in their places; all other letters stay.

Names are never looked for in a text: a player may be called `a` or `Big Blind`. A name, a number or a time is where the
lexer takes it out of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from histparse.model.hand import Hand
from histparse.parsing.dialects.base import dialects
from histparse.parsing.grammar import LineRead, hand_grammar
from histparse.parsing.line_lexer import Place, Places
from histparse.privacy.masked import TALK, Wishes
from histparse.privacy.moved_times import move_day_if_valid, move_milliseconds, move_times
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
        self._grammar.read_into(self._read, log)
        self._log = {line.number: line for line in log if line.number not in self._read.unknown}
        self._notes = {note.line: note for note in self._read.notes}
        records = (*hand.seats, *hand.events, *hand.notes)
        self._people = {player for record in records if (player := getattr(record, "player", None))}
        self._headings = len(heading)
        self.unnamed = {player for player in self._people if self._read.is_placeholder_name(player)}
        """What players are called whom the text does not name."""

    def rewritten_heading_and_text(self) -> tuple[str, str]:
        """The heading and the text of the hand. Raises UnreplacedError."""
        first = self._read.first
        numbered = list(enumerate(self._lines, first))
        heading = "".join(self._rewrite_lines(numbered[: self._headings]))
        return heading, "\n".join(self._rewrite_lines(numbered[self._headings :]))

    def _rewrite_lines(self, lines: Iterable[tuple[int, str]]) -> Iterator[str]:
        for number, line in lines:
            if not line.strip():
                yield line
            elif number not in self._log:
                yield self._mask_unknown_line(line)
            elif not (self._is_talk_line(number) and self._wishes.chat):
                yield self._rewrite_or_mask_line(line, self._log[number])

    def _is_talk_line(self, line_number: int) -> bool:
        return line_number in self._notes and self._notes[line_number].kind in TALK

    def _mask_unknown_line(self, line: str) -> str:
        """Another line, which says at most who that one may be about."""
        seated = sorted((seat.player for seat in self._hand.seats), key=len, reverse=True)
        player = next(filter(line.startswith, seated), None)
        return UNKNOWN if player is None else f"{self._names.replace_player(player)} {UNKNOWN}"

    def _rewrite_or_mask_line(self, line: str, read: LineRead) -> str:
        words = self._read.line_text(read.number)
        places = self._grammar.lexer.find_places(words, read.terminal, read.player)
        if places is None:
            return UNKNOWN
        edits = [edit for edit in self._edits_in_line(words, read, places) if edit.letters != words[slice(*edit.place)]]
        letters = self._read.original_positions(line) if edits else ()
        for (begin, end), new in sorted(edits, reverse=True):
            line = line[: letters[begin]] + new + line[letters[end - 1] + 1 :]
        return self._move_milliseconds(line)

    def _edits_in_line(self, line_text: str, read: LineRead, places: Places) -> Iterator[Edit]:
        """In no order, and some change nothing. Places do not overlap, and none is empty."""
        if places.player is not None:
            name, note = line_text[slice(*places.player)], self._notes.get(read.number)
            # A note may give the number of a player's seat.
            if note is None or self._read.decode_name(name) == note.player:
                yield Edit(places.player, self._pseudonym_of_name(name))
        if self._grammar.is_note(read.terminal):
            yield from self._edits_in_note(line_text, read, places)
            return
        parts = self._grammar.piece_names_by_terminal[read.terminal]
        for part, place in zip(parts, places.pieces, strict=False):
            if place is not None:
                yield Edit(place, self._replace_part_as_wished(part, line_text[slice(*place)]))
        if "hand_id" in parts and self._wishes.numbers:
            yield from self._edit_long_numbers_outside(line_text, places)

    # --- names --------------------------------------------------------------------------------------------

    def _pseudonym_of_name(self, letters: str) -> str:
        name = self._read.decode_name(letters)
        pseudonym = self._names.replace_player(name)
        return letters if pseudonym == name else pseudonym

    # --- notes --------------------------------------------------------------------------------------------

    def _edits_in_note(self, line_text: str, read: LineRead, places: Places) -> Iterator[Edit]:
        """Words of the site stay; what others may have written is hidden, unless it is a name or a figure."""
        for place in filter(None, places.pieces):
            letters = line_text[slice(*place)]
            substitutes = (
                substitute
                for substitute in (SILENCE, _WORD)
                if letters and self._can_be_replaced_by(line_text, read, place, substitute)
            )
            if substitute := next(substitutes, None):
                is_talk = self._is_talk_line(read.number)
                yield Edit(place, substitute if is_talk else self._hide_unless_name_or_figure(letters, substitute))

    def _can_be_replaced_by(self, line_text: str, read: LineRead, place: Place, substitute: str) -> bool:
        """Whether the site's line may have other words at that place."""
        changed = line_text[: place[0]] + substitute + line_text[place[1] :]
        return self._grammar.lexer.find_places(changed, read.terminal, read.player) is not None

    def _hide_unless_name_or_figure(self, letters: str, substitute: str) -> str:
        """A name, a figure, or other words."""
        if self._read.decode_name(letters) in self._people:
            return self._pseudonym_of_name(letters)
        return letters if _FIGURE.fullmatch(letters) else substitute

    # --- numbers and times --------------------------------------------------------------------------------

    def _replace_part_as_wished(self, part_name: str, letters: str) -> str:
        """Replace that part of a line, by what the dialect calls it."""
        if part_name == "nickname":
            return self._pseudonym_of_name(letters)
        if part_name in ("time", "day"):
            return self._move_time(part_name, letters) if self._wishes.times else letters
        return self._replace_number_or_title(part_name, letters) if self._wishes.numbers else letters

    def _replace_number_or_title(self, part_name: str, letters: str) -> str:
        names, plain = self._names, self._read.decode_name(letters)
        match part_name:
            case "hand_id":
                letters = names.replace_number(letters)
            case "session":
                letters = names.replace_code(letters)
            case "club" | "tournament":
                letters = names.replace_title(plain, self._tournament)
            case "title" if self._wishes.kinds:
                letters = names.replace_title(plain)
            case "table":
                is_whole = plain == self._hand.table.name
                letters = (names.replace_title if is_whole else names.replace_title_part)(plain, self._tournament)
        return letters

    def _edit_long_numbers_outside(self, line_text: str, places: Places) -> Iterator[Edit]:
        """Long numbers of the line between the parts that are read."""
        read = [*filter(None, places.pieces)]
        for digits in _LONG.finditer(line_text):
            if not any(begin < digits.end() and digits.start() < end for begin, end in read):
                yield Edit(digits.span(), self._names.replace_number(digits[0]))

    def _move_time(self, part_name: str, letters: str) -> str:
        new = (
            move_day_if_valid(letters, self._names.move_by_secret_weeks)
            if part_name == "day"
            else move_times(letters, self._names.move_by_secret_weeks, self._read.parse_time)
        )
        if new is None:
            raise UnreplacedError
        return new

    def _move_milliseconds(self, line: str) -> str:
        if self._read.milliseconds is None or not self._wishes.times:
            return line
        played_at = self._hand.header.played_at or datetime.now(UTC)
        shift = self._names.move_by_secret_weeks(played_at) - played_at
        return re.sub(self._read.milliseconds, lambda digits: move_milliseconds(digits[0], shift), line)
