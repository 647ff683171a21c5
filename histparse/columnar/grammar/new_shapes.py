"""The fast lane: new shapes - the grammar is asked about a line that stopped a hand; what it says is remembered."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from histparse.columnar.compiled import NOBODY, Ints
from histparse.columnar.grammar.meaning import meaning
from histparse.columnar.grammar.statements import is_harmless, is_talk, is_talk_of_anybody, stranger
from histparse.columnar.scan.chat import is_simple, shape_behind, shape_of_talk, talk_begin, talker_end
from histparse.columnar.scan.frames import head_of_talk, shape_of_head
from histparse.columnar.scan.known_shapes import MOST, KnownShapes
from histparse.columnar.scan.scanner import Scanner
from histparse.columnar.scan.vocabulary import Kind
from histparse.parsing.dialects import dialects
from histparse.reader import HandText

TRIES = 8
"""Broken hands that are asked about a shape before no hand with it is followed any more."""


class NewShapes:
    """Asks the grammar of a site about shapes, and remembers what it says."""

    def __init__(self, site: str, scanner: Scanner) -> None:
        """`scanner`: it has taken the line apart that is asked about."""
        self.known = KnownShapes()
        self._site, self._scanner = site, scanner
        self._broken = Counter[int]()
        """By shape, hands that were too broken to show what it says."""

    def touch(self, data: Ints) -> None:
        """Call every entry point of scanning, with no line at all."""
        scanner, knows = self._scanner, self.known.knows
        knows(int(shape_behind(data, 0, 0, scanner)))
        knows(int(shape_of_head(data, 0, int(head_of_talk(data, 0, 0, scanner.frames)), scanner)))
        knows(int(shape_of_talk(data, int(talker_end(0, scanner)), int(talk_begin(data, 0, 0)))))
        is_simple(" ")

    def add(self, data: Ints, text: HandText, question: Any) -> bool:
        """Ask about the line of that hand, which lies in `data`; False where the hand is too broken to show it."""
        begin, end, shape = int(question["begin"]), int(question["end"]), int(question["shape"])
        words = data[begin:end].tobytes().decode()
        says = meaning(text, int(question["line"]), words, self._line(begin), self._player(data, words, question))
        is_shown = says["kind"] != Kind.UNKNOWN
        if not is_shown and self._gives_up(shape):
            says["kind"] = Kind.REFUSED
        if says["kind"] == Kind.NOTE:
            self._add_note(data, text, question, words, says)
        elif says["kind"] != Kind.UNKNOWN:
            self.known.add(shape, says)
        return bool(is_shown)

    def _add_note(self, data: Ints, text: HandText, question: Any, words: str, says: np.void) -> None:
        """Remember a harmless line: chat by how it begins, one about a stranger by what follows their name."""
        begin, end, shape = int(question["begin"]), int(question["end"]), int(question["shape"])
        if self._add_framed_talk(data, text, question, says):
            return
        numbers = int(self._scanner.line.numbers)
        if self._scanner.line.who == NOBODY:
            name = stranger(text.site, words)
            if name and is_simple(name) and is_harmless(text, int(question["line"]), words.removeprefix(name)):
                shape = int(shape_behind(data, begin + len(name.encode()), end, self._scanner))
                for asked_as in ("idle", "whole"):  # the name may have numbers, too
                    says[asked_as] >>= numbers - int(self._scanner.line.numbers)
        elif self._add_talk(data, text, question, says):
            return
        elif self._scanner.line.brackets:  # cards of the play, which may be a note in this hand only
            says["kind"] = Kind.REFUSED
        self.known.add(shape, says)

    def _gives_up(self, shape: int) -> bool:
        """Count one hand more that is too broken to show what the shape says; True if they are too many."""
        if len(self._broken) >= MOST:
            self._broken.clear()
        self._broken[shape] += 1
        return self._broken[shape] >= TRIES

    def _add_talk(self, data: Ints, text: HandText, question: Any, says: np.void) -> bool:
        """Remember how chat begins, if the line is chat; True where it is."""
        begin = int(question["begin"])
        name_end = int(talker_end(begin, self._scanner))
        after = int(talk_begin(data, name_end, int(question["end"])))
        if not name_end or after == int(question["end"]):
            return False
        beginning = data[begin:after].tobytes().decode()
        if not is_talk(text, int(question["line"]), beginning):
            return False
        self.known.add(int(shape_of_talk(data, name_end, after)), says)
        return True

    def _add_framed_talk(self, data: Ints, text: HandText, question: Any, says: np.void) -> bool:
        """Remember what stands before the name in a line of chat, if the site frames name and words."""
        begin, end, frames = int(question["begin"]), int(question["end"]), dialects()[self._site].layout.chat_frame
        head = int(head_of_talk(data, begin, end, self._scanner.frames))
        beginning = data[begin:head].tobytes().decode()
        if not head or not is_talk_of_anybody(text, int(question["line"]), beginning, *frames[1:]):
            return False
        shape = int(shape_of_head(data, begin, head, self._scanner))
        if self.known.knows(shape):
            return False
        for asked_as in ("idle", "whole"):
            says[asked_as] &= (1 << int(self._scanner.line.numbers)) - 1
        self.known.add(shape, says)
        return True

    def _line(self, begin: int) -> Any:
        """What was taken out of the line that begins there, in places counted from its beginning."""
        line: Any = self._scanner.line
        line = line.copy()
        for name in ("number_begin", "number_end", "bracket_begin", "bracket_end", "ranks_begin", "ranks_end"):
            line[name] -= begin
        return line

    def _player(self, data: Ints, words: str, question: Any) -> str | None:
        """Whose name was taken out of the line."""
        names, who = self._scanner.names, self._scanner.line.who
        if question["frames"]:
            before, behind = dialects()[self._site].layout.seat_frame
            return words.partition(before)[2].rpartition(behind)[0]
        return data[names.begin[who] : names.end[who]].tobytes().decode() if who != NOBODY else None
