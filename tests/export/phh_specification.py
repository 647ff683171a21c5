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
Check = Callable[[Any], bool]


def _is_amount(field: Any) -> bool:
    return type(field) in (int, Decimal) and field >= 0


def _is_positive(field: Any) -> bool:
    return _is_amount(field) and field > 0


def _is_text(field: Any) -> bool:
    return isinstance(field, str)


def _is_number(field: Any) -> bool:
    return type(field) is int


def _is_text_or_number(field: Any) -> bool:
    return type(field) in (str, int)


def _is_list(is_entry: Check) -> Check:
    return lambda field: isinstance(field, list) and all(map(is_entry, field))


REQUIRED: dict[str, Check] = {
    "variant": lambda field: field == "F2L3D",
    "antes": _is_list(_is_amount),
    "blinds_or_straddles": _is_list(_is_amount),
    "small_bet": _is_positive,
    "big_bet": _is_positive,
    "starting_stacks": _is_list(_is_positive),
    "actions": _is_list(_is_text),
}
OPTIONAL: dict[str, Check] = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region", "postal_code"), _is_text),
    **dict.fromkeys(("country", "time_zone", "time_zone_abbreviation"), _is_text),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _is_number),
    "time": lambda field: isinstance(field, time),
    "hand": _is_text_or_number,
    "table": _is_text_or_number,
    "seats": _is_list(_is_number),
    "players": _is_list(_is_text),
    "finishing_stacks": _is_list(_is_amount),
    "winnings": _is_list(_is_amount),
    "currency": lambda field: _is_text(field) and re.fullmatch("[A-Z]{3}", field) is not None,
}
CUSTOM = re.compile("_[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""The name of a field that the specification leaves to everybody."""
CARDS = r"((?:[2-9TJQKA][cdhs]|\?\?)+)"
DEAL = re.compile(rf"d dh p(\d+) {CARDS}")
PLAY = re.compile(r"p(\d+) (?:f|cc|sd|sm|cbr \d+(?:\.\d+)?)")
DISCARD = re.compile(rf"p(\d+) sd {CARDS}")
SHOW = re.compile(rf"p(\d+) sm {CARDS}")


def breaches(text: str) -> list[str]:
    """What the specification does not allow in a hand or a file of hands. Raises TOMLDecodeError for other texts."""
    document = tomllib.loads(text, parse_float=Decimal)
    hands = [document] if "variant" in document else document.values()
    return [breach for hand in hands for breach in (*_breaches_of_fields(hand), *_breaches_of_actions(hand))]


def _breaches_of_fields(hand: dict[str, Any]) -> Iterator[str]:
    known = REQUIRED | OPTIONAL
    yield from (f"{name} is missing" for name in REQUIRED.keys() - hand.keys())
    yield from (f"{name} is no field" for name in hand.keys() - known.keys() if not CUSTOM.fullmatch(name))
    yield from (f"{name} = {hand[name]!r}" for name in hand.keys() & known.keys() if not known[name](hand[name]))
    players = len(hand["starting_stacks"])
    for name in {*AMOUNTS, "seats", "players"} & hand.keys():
        if len(hand[name]) != players:
            yield f"{len(hand[name])} {name} of {players} players"


def _breaches_of_actions(hand: dict[str, Any]) -> Iterator[str]:
    """What nobody can do: draw or throw cards that are not there, or be dealt cards out of turn."""
    held = defaultdict[str, Counter[str]](Counter)
    last = 0
    for action in hand["actions"]:
        if deal := DEAL.fullmatch(action):
            player, number = deal[1], int(deal[1])
            held[player].update(re.findall("..", deal[2]))
            if held[player].total() != 5 or number <= last:
                yield f"`{action}` after {last}, with {held[player].total()}"
            last = number
            continue
        last = 0
        if discard := DISCARD.fullmatch(action):
            player, thrown = discard[1], Counter(re.findall("..", discard[2]))
            if not thrown <= held[player]:
                yield f"`{action}` from {dict(held[player])}"
            held[player] -= thrown
        elif not PLAY.fullmatch(action) and not SHOW.fullmatch(action):
            yield f"`{action}` is no action"
