"""The fast lane: what lines of a new shape say - the site's grammar is asked once, about a line with figures of ours.

Each number of the line is replaced by a digit of its own, so that the event that the dialect makes of it tells which
number means what. A shape whose event has something that no figure of the line explains is not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec import Struct

from histparse.columnar.compiled import room
from histparse.columnar.scan import Line
from histparse.columnar.vocabulary import ABSENT, IN_BRACKET, SIDES, Ending, Kind, Meaning, constant
from histparse.model import events as ev
from histparse.model.cards import DECK, Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Seat
from histparse.parsing.dialects import dialects
from histparse.parsing.grammar import grammar
from histparse.reader import HandText

FIRST_DIGIT, MOST = 2, 8
"""Numbers of a line are replaced by the digits from 2 to 9."""
POSTS = {
    PostKind.SMALL_BLIND: Kind.SMALL_BLIND,
    PostKind.BIG_BLIND: Kind.BIG_BLIND,
    PostKind.SMALL_AND_BIG: Kind.SMALL_AND_BIG,
}
ENDINGS = {
    Outcome.FOLDED: Ending.FOLDED,
    Outcome.SHOWED: Ending.SHOWED,
    Outcome.MUCKED: Ending.MUCKED,
    Outcome.COLLECTED: Ending.COLLECTED,
}
POSITIONS = {"button": "button", "small blind": "small_blind", "big blind": "big_blind"}
NO_SLOT = -1
EMPTY = (None, (), False)


class NotFollowedError(Exception):
    """The fast lane does not follow lines of this shape."""


class Probe:
    """A line with figures of ours, and what its event says of them."""

    def __init__(self, text: str, line: Line) -> None:
        """`line`: what was taken out of it; its places count from the first byte of the text."""
        self._line, data = line, text.encode()
        if line.numbers > MOST or line.too_much:
            raise NotFollowedError
        self._ends: list[tuple[int, int]] = []
        """Where the slots end in the probe, with their numbers; a bracket has IN_BRACKET added."""
        self._used: set[int] = set()
        self._said = (0, 0)
        """Where the site's words for a hand begin and end."""
        self._ranks: list[tuple[int, int]] = []
        made, at = b"", 0
        spans = [(int(line.number_begin[slot]), int(line.number_end[slot]), slot) for slot in range(line.numbers)]
        spans += [
            (int(line.bracket_begin[slot]), int(line.bracket_end[slot]), IN_BRACKET + slot)
            for slot in range(line.brackets)
        ]
        spans += [(int(line.ranks_begin[place]), int(line.ranks_end[place]), NO_SLOT) for place in range(line.ranks)]
        for begin, end, slot in sorted(spans):
            made += data[at:begin]
            made += str(FIRST_DIGIT + slot).encode() if 0 <= slot < IN_BRACKET else data[begin:end]
            at = end
            if slot == NO_SLOT:
                self._ranks.append((len(made) - (end - begin), len(made)))
            else:
                self._ends.append((len(made), slot))
        self.bytes = made + data[at:]
        self.text = self.bytes.decode()

    def amount(self, value: int | None) -> int:
        """The slot of an amount."""
        return self._slot(value, 100)

    def count(self, value: int | None) -> int:
        """The slot of a small number, or the constant it is."""
        return self._slot(value, 1)

    def _slot(self, value: int | None, unit: int) -> int:
        if value is None:
            return ABSENT
        slot = value // unit - FIRST_DIGIT
        if value % unit == 0 and 0 <= slot < self._line.numbers:
            self._used.add(slot)
            return slot
        if unit > 1:
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
        begin = self.bytes.rfind(says.encode())
        before = [(end, slot) for end, slot in self._ends if end <= begin]
        if not says or not before:
            raise NotFollowedError
        after = begin + len(says.encode())
        self._said = begin, after
        self._used |= {slot for end, slot in self._ends if begin < end <= after}
        end, slot = before[-1]
        return slot, begin - end, len(self.bytes) - after

    @property
    def is_explained(self) -> bool:
        """Whether every figure of the line was asked for, and all ranks are in the site's words for a hand."""
        begin, end = self._said
        ranks = all(begin <= first and last <= end for first, last in self._ranks)
        return ranks and {slot for _, slot in self._ends} == self._used


def meaning(hand: HandText, number: int, words: str, line: Line, player: str | None) -> np.void:
    """What the line of that number in the hand says, whose words were taken apart; REFUSED if it is not followed."""
    row: np.void = room(Meaning, 1)[0]
    for name in ("amount", "second", "count", "seat", "cards", "new", "pot", "sides", "says"):
        row[name] = ABSENT
    try:
        probe = Probe(words, line)
        said = _ask(hand, number, probe)
        if said is None:
            row["kind"] = Kind.NOTE
        else:
            _fill(row, said, probe, player)
    except NotFollowedError:
        row["kind"] = Kind.REFUSED
    return row


def stranger(site: str, words: str) -> str | None:
    """Whom a note begins with, by the site's grammar; None where it begins with words of the site."""
    line = grammar(site).lexer.read(words, {})
    name = line and line[0].player
    return name if name and words.startswith(name) else None


def _ask(hand: HandText, number: int, probe: Probe) -> Event | Seat | None:
    """What the site's grammar makes of the probe; None for a harmless line."""
    lines = list(map(str.rstrip, hand.text.split("\n")))
    lines[number] = probe.text
    read = dialects()[hand.site](lines, 0)
    grammar(hand.site).read(read)
    lines_of: list[Event | Seat] = [*read.seats, *read.events]
    said = [event for event in lines_of if event.line == number]
    if len(said) == 1 and not any(note.line == number for note in read.notes):
        return said[0]
    if said or number in read.unknown or not any(note.line == number for note in read.notes):
        raise NotFollowedError
    return None


def _fill(row: np.void, said: Event | Seat, probe: Probe, player: str | None) -> None:
    """Enter where the figures of the event stand in the line."""
    if type(said) not in READ or getattr(said, "player", None) != player:
        raise NotFollowedError
    row["kind"], figures = READ[type(said)]
    for name in said.__struct_fields__:
        value = getattr(said, name)
        if name in figures:
            column, enter = figures[name]
            row[column] = enter(probe, value)
        elif name not in {"line", "player"} and value not in EMPTY:
            raise NotFollowedError
    if isinstance(said, ev.Show | ev.Result):
        row["says"], row["says_skip"], row["says_tail"] = probe.words(said.says)
    if isinstance(said, ev.Result):
        for position in said.positions:
            row[POSITIONS[position]] = 1
    if not probe.is_explained:
        raise NotFollowedError


def _one_of(known: Mapping[Any, int]) -> Enter:
    def enter(_probe: Probe, value: Any) -> int:
        if value not in known:
            raise NotFollowedError
        return known[value]

    return enter


def _flag(_probe: Probe, value: Any) -> int:
    return int(value)


def _each_amount(probe: Probe, values: tuple[int, ...]) -> Any:
    if len(values) > SIDES:
        raise NotFollowedError
    return [*map(probe.amount, values), *[ABSENT] * (SIDES - len(values))]


def _ignored(_probe: Probe, _value: Any) -> int:
    """Another figure says it too."""
    return 0


Enter = Callable[[Probe, Any], Any]
"""What a column of the meaning holds for a value of the event."""
AMOUNT, COUNT, CARDS = Probe.amount, Probe.count, Probe.cards
ALL_IN = {"all_in": ("all_in", _flag)}

READ: dict[type[Struct], tuple[Kind, dict[str, tuple[str, Enter]]]] = {
    Seat: (
        Kind.SEAT,
        {"seat": ("seat", COUNT), "stack": ("amount", AMOUNT), "dealt_in": ("out", _one_of({True: 0, False: 1}))},
    ),
    ev.Post: (Kind.BIG_BLIND, {"kind": ("kind", _one_of(POSTS)), "amount": ("amount", AMOUNT), **ALL_IN}),
    ev.Deal: (Kind.DEAL, {"cards": ("cards", CARDS)}),
    ev.Fold: (Kind.FOLD, {"cards": ("cards", CARDS)}),
    ev.Check: (Kind.CHECK, {}),
    ev.Call: (Kind.CALL, {"added": ("amount", AMOUNT), **ALL_IN}),
    ev.Bet: (Kind.BET, {"added": ("amount", AMOUNT), **ALL_IN}),
    ev.Raise: (Kind.RAISE, {"by": ("amount", AMOUNT), "to": ("second", AMOUNT), **ALL_IN}),
    ev.Capped: (Kind.CAPPED, {}),
    ev.DrawBegins: (Kind.DRAW_BEGINS, {"draw": ("count", COUNT)}),
    ev.Discard: (Kind.DISCARD, {"count": ("count", COUNT), "cards": ("cards", CARDS)}),
    ev.StandPat: (Kind.STAND_PAT, {"held": ("cards", CARDS)}),
    ev.Receive: (Kind.RECEIVE, {"kept": ("cards", CARDS), "new": ("new", CARDS), "count": ("count", _ignored)}),
    ev.Reshuffle: (Kind.RESHUFFLE, {}),
    ev.Uncalled: (Kind.UNCALLED, {"amount": ("amount", AMOUNT)}),
    ev.ShowdownBegins: (Kind.SHOWDOWN, {}),
    ev.Show: (Kind.SHOW, {"cards": ("cards", CARDS), "says": ("says", _ignored)}),
    ev.Muck: (Kind.MUCK, {}),
    ev.NoShow: (Kind.NO_SHOW, {}),
    ev.Collect: (Kind.COLLECT, {"amount": ("amount", AMOUNT), "pot": ("pot", COUNT)}),
    ev.SummaryBegins: (Kind.SUMMARY, {}),
    ev.Total: (
        Kind.TOTAL,
        {
            "pot": ("amount", AMOUNT),
            "rake": ("second", AMOUNT),
            "main": ("pot", AMOUNT),
            "sides": ("sides", _each_amount),
        },
    ),
    ev.Result: (
        Kind.RESULT,
        {
            "seat": ("seat", COUNT),
            "outcome": ("ending", _one_of(ENDINGS)),
            "positions": ("button", _ignored),
            "folded_after": ("count", COUNT),
            "bet": ("no_bet", _one_of({None: 0, False: 1})),
            "cards": ("cards", CARDS),
            "won": ("amount", AMOUNT),
            "says": ("says", _ignored),
        },
    ),
}
"""By type of event: its kind, and for each of its figures the column of the meaning and how it is entered. What an event
has beside these must be empty."""
