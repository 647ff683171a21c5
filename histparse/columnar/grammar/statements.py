"""The fast lane: the site's grammar is asked about a line, which it is given as part of its hand."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse.columnar.grammar.probe import BrokenHandError, NotFollowedError
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.events import Event
from histparse.model.hand import Seat
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import Dialect, Inferred
from histparse.parsing.grammar import grammar
from histparse.reader import HandText

NAMES = ("3", "x y", "&amp;", "'", "牌", "-1", "dealer", "[2c]", "$2")
"""Whom chat may name."""
ENDS = ("folds", "checks", "x", ": x", "$2", "2", "[2c 3c 4c 5c 7d]", '"', "'", "(x) ($2)", "shows [2c]", "牌")
"""What may follow the beginning of chat."""
SEATS = 10
"""Numbers of seats that may name players."""


class Exchange(Struct, frozen=True):
    """Cards thrown and the cards that came for them, on one line."""

    line: int
    player: str
    thrown: Cards | None
    new: Cards | None


class Heading(Struct, frozen=True):
    """A line of the play that the dialect needs for nothing."""

    line: int


class End(Struct, frozen=True):
    """The line with which every complete hand ends."""

    line: int


class Button(Struct, frozen=True):
    """A line of the play that names the seat of the button; the dialect enters it in the table."""

    line: int
    seat: int


Statement = Event | Seat | Button | Heading | End | Exchange
"""What a line says."""


def ask(hand: HandText, number: int, text: str) -> Statement | None:
    """What the site's grammar makes of that text as the line of that number; None for a harmless one."""
    read = read_to(hand, number, text)
    lines_of: list[Statement] = [*read.seats, *read.events]
    said = [event for event in lines_of if event.line == number]
    records = any(note.line == number for note in read.notes)
    if said and not records:
        whole: Statement = together(said, read.inferred)
        return whole
    if said or number in read.unknown:
        raise NotFollowedError
    if records:
        return None
    if read.last < number:  # the grammar stops before this line
        raise BrokenHandError
    return _entered(vars(read), vars(read_to(hand, number, "")), number)


def together(said: list[Any], inferred: Inferred) -> Any:
    """What the events of one line say together."""
    match said:
        case [alone]:
            return alone
        case [ev.ShowdownBegins(), ev.Show() as show] if inferred.showdown:  # the replay knows when it begins
            return show
        case [ev.Discard() as thrown, ev.Receive(kept=None, held=None) as got] if thrown.player == got.player:
            return Exchange(thrown.line, thrown.player, thrown.cards, got.new)
    raise NotFollowedError


def as_there(post: ev.Post, there: object) -> ev.Post:
    """The blind of a probe, of the kind that the line itself has: some dialects tell kinds by the amount.

    Of another amount the kind may be another; the replay takes only amounts that blinds of this one have.
    """
    if not isinstance(there, ev.Post):
        raise NotFollowedError
    return replace(post, kind=there.kind)


def read_to(hand: HandText, number: int, text: str) -> Dialect:
    """The hand as far as the line of that number, with that text as this line."""
    above = [hand.heading] if hand.heading else []
    lines = map(str.rstrip, (*hand.text.split("\n")[:number], text))
    read = dialects()[hand.site]([*above, *lines], -len(above))
    grammar(hand.site).read(read)
    return read


def _entered(found: dict[str, Any], without: dict[str, Any], number: int) -> Statement:
    """What a line says that makes no event of its own: what is known of the hand with and without it."""
    changed = {name for name in found if found[name] != without[name]} - {"lines", "last"}
    if changed == {"table"} and found["table"].button is not None:
        return Button(number, found["table"].button)
    if changed == {"complete"}:
        return End(number)
    if changed == {"events", "unfinished"}:
        completed: list[Event] = [event for event in found["events"] if event not in without["events"]]
        if len(completed) == 1:
            return completed[0]
    if changed:
        raise NotFollowedError
    return Heading(number)


def says_so(hand: HandText, number: int, text: str, what: Statement | None) -> bool:
    """Whether that text as the line of that number says the same."""
    try:
        return ask(hand, number, text) == what
    except NotFollowedError:
        return False


def is_about(hand: HandText, number: int, text: str, player: str | None) -> bool:
    """Whether that text, a harmless line of that number, is about that player; None: no seated one.

    A line about `wet: paint` may be harmless as words of `wet`, or one about `Time` as words of the site.
    """
    note = next(note for note in read_to(hand, number, text).notes if note.line == number)
    return player in {None, note.player}


def seated_by_number(hand: HandText, number: int) -> dict[str, int]:
    """By the name of each player, the number by which lines name them; empty where they do by the name itself."""
    read = read_to(hand, number, "")
    names = [read.player_in(seat) for seat in range(SEATS)]
    return {name: seat for seat, name in enumerate(names) if name is not None and names.count(name) == 1}


def stranger(site: str, words: str) -> str | None:
    """Whom a note begins with, by the site's grammar; None where it begins with words of the site."""
    line = grammar(site).lexer.read(words, {})
    name = line and line[0].player
    return name if name and words.startswith(name) else None


def is_talk(hand: HandText, number: int, beginning: str) -> bool:
    """Whether a line with that beginning is harmless, whatever follows: any line of the hand, or what `ENDS` has."""
    try:
        return all(ask(hand, number, beginning + end) is None for end in (*ENDS, *hand.text.split("\n")))
    except NotFollowedError:
        return False


def is_talk_of_anybody(hand: HandText, number: int, beginning: str, between: str, end: str) -> bool:
    """Whether a line with that beginning, any name, `between` and any words before `end` is harmless."""
    lines = hand.text.split("\n")
    said = [("Nobody", words) for words in (*ENDS, *lines)] + [(name, "x") for name in NAMES]
    said += [(seat.player, "x") for seat in read_to(hand, len(lines), "").seats]
    try:
        return all(ask(hand, number, f"{beginning}{name}{between}{words}{end}") is None for name, words in said)
    except NotFollowedError:
        return False


def is_harmless(hand: HandText, number: int, end: str) -> bool:
    """Whether a line with that end is harmless even if it begins as the seat lines of the hand do."""
    names = (line.partition(":")[0] for line in hand.text.split("\n"))
    try:
        return all(ask(hand, number, name + end) is None for name in dict.fromkeys(names))
    except NotFollowedError:
        return False
