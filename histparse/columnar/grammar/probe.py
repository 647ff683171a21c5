"""The fast lane: a line with figures of ours in it, by which the grammar shows which of them means what."""

from __future__ import annotations

import re
from contextlib import suppress

from histparse.columnar.scan.line import Line
from histparse.columnar.scan.vocabulary import ABSENT, IN_BRACKET, constant
from histparse.model.cards import DECK, Cards
from histparse.model.money import LARGEST

LOWEST, HIGHEST = 2, 9
"""The digits that stand for numbers."""
DIGITS = HIGHEST - LOWEST + 1
RANKS = -1
"""In place of a slot: a list or a name of ranks. They are others in the second text: none but words for a hand may rest
on them."""

_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_GOES_ON = re.compile(rb",|\.\d")

Both = tuple[int | None, int | None]
"""A figure of an event, as it is read from each text of a probe."""


class NotFollowedError(Exception):
    """The fast lane does not follow lines of this shape."""


class BrokenHandError(NotFollowedError):
    """The grammar does not read this hand as far as that line: it may read others."""


class Probe:
    """A line twice, with other digits in place of its numbers: what its events say shows where their figures stand."""

    def __init__(self, text: str, line: Line) -> None:
        """`line`: what was taken out of it; its places count from the first byte of the text."""
        self._line = line
        if line.too_much:
            raise NotFollowedError
        if _OTHER_DIGIT.search(text):  # to the grammar they are digits, here they are letters, perhaps of a name
            raise BrokenHandError
        self._ends: list[tuple[int, int]] = []
        """Where the slots end, with their numbers; a bracket has IN_BRACKET added."""
        self._begins: dict[int, int] = {}
        """Where they begin, by slot."""
        self._used: set[int] = set()
        self.counts: set[int] = set()
        """The slots of small numbers, of which grammars read one digit: `002 cards` is no line that they know."""
        self._bytes = self._replaced(text.encode(), note=True, turned=False)
        self.texts = self._bytes.decode(), self._replaced(text.encode(), note=False, turned=True).decode()

    def _replaced(self, data: bytes, *, note: bool, turned: bool) -> bytes:
        """The line with a digit for each number; `turned`: from the other end."""
        made, at = b"", 0
        for begin, end, slot in sorted(self._pieces()):
            made += data[at:begin]
            start = len(made)
            if 0 <= slot < IN_BRACKET:
                made += _number(slot, turned, data[begin:end], data[end:])
            else:
                made += _other_ranks(data[begin:end]) if turned and slot == RANKS else data[begin:end]
            at = end
            if note and slot != RANKS:
                self._ends.append((len(made), slot))
                self._begins[slot] = start
        return made + data[at:]

    def _pieces(self) -> list[tuple[int, int, int]]:
        """What was taken out: where it begins and ends, and its slot."""
        line = self._line
        numbers = [(int(line.number_begin[slot]), int(line.number_end[slot]), slot) for slot in range(line.numbers)]
        brackets = [
            (int(line.bracket_begin[slot]), int(line.bracket_end[slot]), IN_BRACKET + slot)
            for slot in range(line.brackets)
        ]
        return (
            numbers + brackets + [(int(line.ranks_begin[n]), int(line.ranks_end[n]), RANKS) for n in range(line.ranks)]
        )

    def amount(self, values: Both) -> int:
        """The slot of an amount."""
        slot = self._slot(values, 100)
        if slot < ABSENT:
            raise NotFollowedError
        return slot

    def count(self, values: Both) -> int:
        """The slot of a small number, or the constant it is."""
        return self._slot(values, 1)

    def _slot(self, values: Both, unit: int) -> int:
        if values[0] == values[1]:
            return ABSENT if values[0] is None else self._constant(values[0])
        for slot in range(self._line.numbers):
            if values == tuple(unit * digit for digit in _digits(slot)):
                self._used.add(slot)
                if unit == 1:
                    self.counts.add(slot)
                return slot
        raise NotFollowedError

    @staticmethod
    def _constant(value: int) -> int:
        if not 0 <= value <= LARGEST:
            raise NotFollowedError
        return constant(value)

    def cards(self, cards: Cards | None) -> int:
        """The bracket that has these cards."""
        if not cards:
            return ABSENT
        for slot in range(self._line.brackets):
            first = self._line.first_card[slot]
            codes = self._line.card[first : first + self._line.cards[slot]]
            if tuple(DECK[code] for code in codes) == cards and IN_BRACKET + slot not in self._used:
                self._used.add(IN_BRACKET + slot)
                return slot
        raise NotFollowedError

    def words(self, says: str | None) -> tuple[int, int, int]:
        """Behind which slot words of the site begin, how many bytes behind it, and how many bytes follow them."""
        if says is None:
            return ABSENT, 0, 0
        begin = self._bytes.rfind(says.encode())
        before = [(end, slot) for end, slot in self._ends if end <= begin]
        if not says or not before:
            raise NotFollowedError
        after = begin + len(says.encode())
        self._used |= {slot for end, slot in self._ends if begin < end <= after}
        end, slot = before[-1]
        return slot, begin - end, len(self._bytes) - after

    def pot(self, values: Both) -> tuple[int, int]:
        """The slot of the number of a pot, or the constant it is, and the number of the main pot."""
        with suppress(NotFollowedError):
            return self._slot(values, 1), 0
        first, second = ((value or 0) + 1 for value in values)
        return self._slot((first, second), 1), 1

    @property
    def left(self) -> set[int]:
        """Numbers that nothing was asked about. Raises NotFollowedError for cards of that kind."""
        left = {slot for _, slot in self._ends} - self._used
        if any(slot >= IN_BRACKET for slot in left):
            raise NotFollowedError
        return left

    @property
    def numbers(self) -> set[int]:
        """All numbers of the line."""
        return set(range(self._line.numbers))

    def are_digits(self, slots: set[int]) -> bool:
        """Whether these numbers have one digit each."""
        return all(self._line.number_end[slot] - self._line.number_begin[slot] == 1 for slot in slots)

    def with_number(self, slots: set[int], number: bytes) -> str:
        """The first of the texts with another number in these slots."""
        made, at = b"", 0
        for end, slot in sorted(self._ends):
            if slot in slots:
                made += self._bytes[at : self._begins[slot]] + number
                at = end
        return (made + self._bytes[at:]).decode()


def _number(slot: int, turned: int, number: bytes, behind: bytes) -> bytes:
    """The digit of that slot; with decimals where it has some and a whole number would go on behind it."""
    decimals = b".00" if b"." in number and _GOES_ON.match(behind) else b""
    return b"%d%b" % (_digits(slot)[turned], decimals)


def _other_ranks(ranks: bytes) -> bytes:
    """Change a list of ranks, or the name of a rank, to another one."""
    if ranks[1:2] in b",-":
        low = b"KQT97" if ranks[::2] != b"KQT97" else b"QJ985"
        return ranks[1:2].join(low[place : place + 1] for place in range(len(low)))
    name = b"Jack" if not ranks.startswith(b"Jack") else b"Seven"
    return name + b"s" * ranks.endswith(b"s")


def _digits(slot: int) -> tuple[int, int]:
    """What stands for the number of that slot in the one text and the other: no two slots have an equal pair."""
    again, place = divmod(slot, DIGITS)
    return LOWEST + place, LOWEST + (DIGITS - 1 - place + 2 * again) % DIGITS
