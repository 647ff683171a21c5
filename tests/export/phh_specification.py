"""The specification of PHH, as far as it can be checked: https://phh.readthedocs.io, version 0.0.2."""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import time
from decimal import Decimal
from typing import Any

AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
Is = Callable[[Any], bool]


def _is_amount(value: Any) -> bool:
    return type(value) in (int, Decimal) and value >= 0


def _is_positive(value: Any) -> bool:
    return _is_amount(value) and value > 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_either(value: Any) -> bool:
    return _is_text(value) or _is_number(value)


def _list_of(every: Is) -> Is:
    return lambda value: isinstance(value, list) and all(map(every, value))


REQUIRED: dict[str, Is] = {
    "variant": lambda value: value == "F2L3D",
    "antes": _list_of(_is_amount),
    "blinds_or_straddles": _list_of(_is_amount),
    "small_bet": _is_positive,
    "big_bet": _is_positive,
    "starting_stacks": _list_of(_is_positive),
    "actions": _list_of(_is_text),
}
OPTIONAL: dict[str, Is] = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region", "postal_code"), _is_text),
    **dict.fromkeys(("country", "time_zone", "time_zone_abbreviation"), _is_text),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _is_number),
    "time": lambda value: isinstance(value, time),
    "hand": _is_either,
    "table": _is_either,
    "seats": _list_of(_is_number),
    "players": _list_of(_is_text),
    "finishing_stacks": _list_of(_is_amount),
    "winnings": _list_of(_is_amount),
    "currency": lambda value: _is_text(value) and re.fullmatch("[A-Z]{3}", value) is not None,
}
OWN = re.compile("_[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""The name of a field that the specification leaves to everybody."""
CARDS = r"((?:[2-9TJQKA][cdhs]|\?\?)+)"
DEAL = re.compile(rf"d dh p(\d+) {CARDS}")
PLAY = re.compile(r"p(\d+) (?:f|cc|sd|sm|cbr \d+(?:\.\d+)?)")
DISCARD = re.compile(rf"p(\d+) sd {CARDS}")
SHOW = re.compile(rf"p(\d+) sm {CARDS}")


def breaches(text: str) -> list[str]:
    """What the specification does not allow in a hand or a file of hands. Raises TOMLDecodeError for other texts."""
    found = tomllib.loads(text, parse_float=Decimal)
    hands = [found] if "variant" in found else found.values()
    return [breach for hand in hands for breach in (*_fields(hand), *_actions(hand))]


def _fields(hand: dict[str, Any]) -> Iterator[str]:
    known = REQUIRED | OPTIONAL
    yield from (f"{key} is missing" for key in REQUIRED.keys() - hand.keys())
    yield from (f"{key} is no field" for key in hand.keys() - known.keys() if not OWN.fullmatch(key))
    yield from (f"{key} = {hand[key]!r}" for key in hand.keys() & known.keys() if not known[key](hand[key]))
    number = len(hand["starting_stacks"])
    for key in {*AMOUNTS, "seats", "players"} & hand.keys():
        if len(hand[key]) != number:
            yield f"{len(hand[key])} {key} of {number} players"


def _actions(hand: dict[str, Any]) -> Iterator[str]:
    """What nobody can do: draw or throw cards that are not there, or be dealt cards out of turn."""
    held: dict[int, Counter[str]] = defaultdict(Counter)
    last = 0
    for action in hand["actions"]:
        if dealt := DEAL.fullmatch(action):
            held[int(dealt[1])] += _cards(dealt[2])
            if held[int(dealt[1])].total() != 5 or int(dealt[1]) <= last:
                yield f"`{action}` after {last}, with {held[int(dealt[1])].total()}"
            last = int(dealt[1])
            continue
        last = 0
        if thrown := DISCARD.fullmatch(action):
            if not _cards(thrown[2]) <= held[int(thrown[1])]:
                yield f"`{action}` from {dict(held[int(thrown[1])])}"
            held[int(thrown[1])] -= _cards(thrown[2])
        elif not PLAY.fullmatch(action) and not SHOW.fullmatch(action):
            yield f"`{action}` is no action"


def _cards(text: str) -> Counter[str]:
    return Counter(text[at : at + 2] for at in range(0, len(text), 2))
