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
from histparse.columnar.grammar.probe import BrokenHandError, NotFollowedError, Probe
from histparse.columnar.grammar.statements import (
    Button,
    End,
    Exchange,
    Heading,
    Statement,
    as_there,
    ask,
    is_about,
    says_so,
    seated_by_number,
)
from histparse.columnar.scan.line import Line
from histparse.columnar.scan.vocabulary import ABSENT, SIDES, Ending, Kind, Meaning, constant
from histparse.model import events as ev
from histparse.model.cards import known
from histparse.model.events import Outcome, PostKind
from histparse.model.hand import Seat
from histparse.reader import HandText

POSTS = {kind: Kind[kind.name] for kind in PostKind if kind.name in Kind.__members__}
ENDINGS = {outcome: Ending[outcome.name] for outcome in Outcome}
POSITIONS = {"button": "button", "small blind": "small_blind", "big blind": "big_blind"}
EMPTY = (None, (), False)
FIGURES = (
    *("amount", "second", "count", "seat", "player", "cards", "new", "held", "pot", "sides", "live", "all_ins"),
    *("says", "stack", "net"),
)
"""Columns of a meaning that are the slots of figures."""
LONG, DECIMALS = b"1%b7" % (b"0" * 40), b"2.5"


def meaning(hand: HandText, number: int, words: str, line: Line, player: str | None) -> np.void:
    """What the line of that number in the hand says, whose words were taken apart; REFUSED if it is not followed.

    UNKNOWN: this hand is too broken to show it.
    """
    row: np.void = room(Meaning, 1)[0]
    for name in FIGURES:
        row[name] = ABSENT
    try:
        probe = Probe(words, line)
        one, other = (ask(hand, number, text) for text in probe.texts)
        if one is None or other is None:
            row["kind"] = Kind.NOTE
            if one is not other or not is_about(hand, number, probe.texts[0], player):
                raise NotFollowedError
            _fill_idle(row, None, probe.numbers, probe, hand, number)
            if says_so(hand, number, probe.with_number(probe.numbers, DECIMALS), None):
                row["whole"] = 0
        else:
            if isinstance(one, ev.Post) and isinstance(other, ev.Post):
                one, other = (as_there(post, ask(hand, number, words)) for post in (one, other))
            _fill(row, (one, other), probe, player, seated_by_number(hand, number))
            _fill_idle(row, one, probe.left, probe, hand, number)
            row["idle"] |= _bits(probe.counts)
    except BrokenHandError:
        row["kind"] = Kind.UNKNOWN
    except NotFollowedError:
        row["kind"] = Kind.REFUSED
    return row


def _fill_idle(row: np.void, one: Statement | None, slots: set[int], probe: Probe, hand: HandText, number: int) -> None:
    """Enter the numbers that mean nothing, however long they are or, failing that, while they have one digit."""
    texts = (probe.with_number(slots, other) for other in (b"0", LONG)) if slots else ()
    if all(says_so(hand, number, text, one) for text in texts):
        row["whole"] = _bits(slots)
    elif probe.are_digits(slots):
        row["idle"] = _bits(slots)
    else:  # the same line with shorter ones may show it
        raise BrokenHandError


def _bits(slots: set[int]) -> int:
    return sum(1 << slot for slot in slots)


def _fill(
    row: np.void, events: tuple[Statement, Statement], probe: Probe, player: str | None, seated: dict[str, int]
) -> None:
    """Enter where the figures of the event stand in the line."""
    said, other = events
    if type(said) is not type(other) or type(said) not in READ:
        raise NotFollowedError
    _fill_player(row, events, probe, player, seated)
    row["kind"], figures = READ[type(said)]
    for name in said.__struct_fields__:
        values = getattr(said, name), getattr(other, name)
        if name in figures:
            column, enter = figures[name]
            row[column] = enter(probe, values)
        elif name not in {"line", "player"} and any(value not in EMPTY for value in values):
            raise NotFollowedError
    if isinstance(said, ev.Show | ev.Result | ev.Collect):
        row["says"], row["says_skip"], row["says_tail"] = probe.words(said.says)
    if isinstance(said, ev.Collect) and isinstance(other, ev.Collect):
        row["pot"], row["first_pot"] = probe.pot((said.pot, other.pot))
    if isinstance(said, ev.Result):
        for position in said.positions:
            row[POSITIONS[position]] = 1
        row["is_loss"] = (said.net or 0) < 0


def _fill_player(
    row: np.void, events: tuple[Statement, Statement], probe: Probe, player: str | None, seated: dict[str, int]
) -> None:
    """Enter where the number stands that names the player, if their name does not."""
    one, other = (getattr(event, "player", None) for event in events)
    if one is not None and seated and not isinstance(events[0], Seat):
        if player is not None:  # somebody has the name of a word in the line
            raise NotFollowedError
        numbers = seated.get(one), seated.get(other or "")
        if None in numbers:
            raise NotFollowedError
        row["player"] = probe.count(numbers)
    elif (one, other) != (player, player):
        raise NotFollowedError


def _one_of(known: Mapping[Any, int]) -> Enter:
    def enter(_probe: Probe, values: Any) -> int:
        if values[0] != values[1] or values[0] not in known:
            raise NotFollowedError
        return known[values[0]]

    return enter


def _number(probe: Probe, values: Any) -> int:
    if values[0] == values[1]:
        raise NotFollowedError
    return probe.count(values)


def _cards(probe: Probe, values: Any) -> int:
    return probe.cards(values[0])


def _rake(probe: Probe, values: Any) -> int:
    """An amount, or words for none."""
    return constant(0) if values == (0, 0) else probe.amount(values)


def _size(probe: Probe, values: Any) -> int:
    """An amount left, won or lost, or words for none."""
    return _rake(probe, tuple(value and abs(value) for value in values))


def _dealt(probe: Probe, values: Any) -> int:
    """Cards that are face down are told by their number."""
    return probe.cards(values[0]) if known(values[0]) else constant(len(values[0]))


def _each_amount(probe: Probe, values: tuple[tuple[int, ...], tuple[int, ...]]) -> Any:
    if not len(values[0]) == len(values[1]) <= SIDES:
        raise NotFollowedError
    slots = list(map(probe.amount, zip(*values, strict=True)))
    return [*slots, *[ABSENT] * (SIDES - len(slots))]


def _ignored(_probe: Probe, _values: Any) -> int:
    """Ignore a figure that repeats another one."""
    return 0


Enter = Callable[[Probe, Any], Any]
"""What a column of the meaning holds for a figure of the event, given as it is read from each text of the probe."""
AMOUNT, COUNT, CARDS = Probe.amount, Probe.count, _cards
ALL_IN = {"all_in": ("all_in", _one_of({True: 1, False: 0}))}

READ: dict[type[Struct], tuple[Kind, dict[str, tuple[str, Enter]]]] = {
    Seat: (
        Kind.SEAT,
        {"seat": ("seat", COUNT), "stack": ("amount", AMOUNT), "dealt_in": ("out", _one_of({True: 0, False: 1}))},
    ),
    ev.Post: (Kind.BIG_BLIND, {"kind": ("kind", _one_of(POSTS)), "amount": ("amount", AMOUNT), **ALL_IN}),
    Heading: (Kind.HEADING, {}),
    End: (Kind.END, {}),
    Button: (Kind.BUTTON, {"seat": ("seat", _number)}),
    ev.Deal: (Kind.DEAL, {"cards": ("cards", _dealt)}),
    ev.Fold: (Kind.FOLD, {"cards": ("cards", CARDS)}),
    ev.Check: (Kind.CHECK, {}),
    ev.Call: (Kind.CALL, {"added": ("amount", AMOUNT), "to": ("second", AMOUNT), **ALL_IN}),
    ev.Bet: (Kind.BET, {"added": ("amount", AMOUNT), **ALL_IN}),
    ev.Raise: (Kind.RAISE, {"by": ("amount", AMOUNT), "to": ("second", AMOUNT), **ALL_IN}),
    ev.Wager: (Kind.WAGER, {"added": ("amount", AMOUNT), **ALL_IN}),
    ev.Capped: (Kind.CAPPED, {}),
    ev.DrawBegins: (
        Kind.DRAW_BEGINS,
        {
            "draw": ("count", COUNT),
            "pot": ("amount", AMOUNT),
            "players": ("live", COUNT),
            "all_in": ("all_ins", COUNT),
        },
    ),
    ev.Discard: (Kind.DISCARD, {"count": ("count", COUNT), "cards": ("cards", CARDS)}),
    Exchange: (Kind.DISCARD, {"thrown": ("cards", CARDS), "new": ("new", CARDS)}),
    ev.StandPat: (Kind.STAND_PAT, {"held": ("cards", CARDS)}),
    ev.Receive: (
        Kind.RECEIVE,
        {"kept": ("cards", CARDS), "new": ("new", CARDS), "held": ("held", CARDS), "count": ("count", COUNT)},
    ),
    ev.Reshuffle: (Kind.RESHUFFLE, {}),
    ev.BettingBegins: (Kind.BETTING_BEGINS, {"round": ("count", COUNT)}),
    ev.Uncalled: (Kind.UNCALLED, {"amount": ("amount", AMOUNT)}),
    ev.ShowdownBegins: (Kind.SHOWDOWN, {}),
    ev.Show: (Kind.SHOW, {"cards": ("cards", CARDS), "says": ("says", _ignored)}),
    ev.Muck: (Kind.MUCK, {}),
    ev.NoShow: (Kind.NO_SHOW, {}),
    ev.Collect: (
        Kind.COLLECT,
        {"amount": ("amount", AMOUNT), "pot": ("pot", _ignored), "says": ("says", _ignored)},
    ),
    ev.SummaryBegins: (Kind.SUMMARY, {}),
    ev.Total: (
        Kind.TOTAL,
        {
            "pot": ("amount", AMOUNT),
            "rake": ("second", _rake),
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
            "stack": ("stack", _size),
            "net": ("net", _size),
        },
    ),
}
"""By type of event: its kind, and for each of its figures the column of the meaning and how it is entered. What else an
event has must be empty."""
