"""The keys of a PHH hand: id, stakes, time, seats, forced bets, and in one of our own the cards nothing else tells."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, zip_longest
from typing import NamedTuple
from zoneinfo import ZoneInfo

from histparse.model.events import Post, PostKind
from histparse.model.hand import Doubt, Header, Limit, Seat, TableLine, Tournament
from histparse.model.money import parse_amount
from histparse.model.times import NO_TIME
from histparse.parsing.dialects.toml import Toml

STAKES = ("variant", "antes", "blinds_or_straddles", "small_bet", "big_bet", "starting_stacks")
"""In the order of the grammar; the text may have any order."""
_AMOUNT = re.compile(r"-?\d[\d_]{0,300}(?:\.\d\d?)?")
_CLOCK = re.compile(r"\d\d?:\d\d(?::\d\d(?:\.\d+)?)?")
_SEATS = 24
"""The largest seat number."""


Chips = tuple[int, int]
"""The line of an amount, and the amount in 1/100."""


def read_amounts(toml: Toml, key: str) -> list[Chips]:
    """The numbers of that key; none if one of them is not an amount."""
    values = toml.values_with_lines_of(key)
    chips_read = [(line, chips) for line, text in values if (chips := _parse_amount(text)) is not None]
    return chips_read if len(chips_read) == len(values) else []


class Forced(NamedTuple):
    """The forced bets of players, from left of the button."""

    antes: list[Chips]
    blinds: list[Chips]


def read_forced_bets(toml: Toml) -> Forced:
    """The forced bets by the keys; a number may be 0."""
    return Forced(read_amounts(toml, "antes"), read_amounts(toml, "blinds_or_straddles"))


def hand_digest_id(toml: Toml) -> str:
    """`27-d37a4365a10b`: the number within the event, if there is one, and a digest of the hand."""
    cards_key = [KNOWN_CARDS] if KNOWN_CARDS in toml.entries else []
    parts = chain.from_iterable([key, *toml.values_of(key)] for key in (*STAKES, "players", "actions", *cards_key))
    # Many files have no numbers: what was played identifies the hand.
    digest = blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=6).hexdigest()
    number = toml.value_of("hand")
    return f"{number}-{digest}" if number else digest


def read_seats(toml: Toml) -> list[Seat]:
    """The seats from left of the button. Players without a name are called `p1`, `p2`, ...

    Everybody dealt in has an ante, possibly 0.
    """
    stacks = read_amounts(toml, "starting_stacks")
    dealt = len(toml.values_of("antes")) or len(stacks)
    names = toml.values_of("players")[: len(stacks)]
    return [
        Seat(line, place, name or f"p{number}", stack, number <= dealt)
        for number, ((line, stack), name, place) in enumerate(
            zip_longest(stacks, names, _read_seat_numbers(toml, len(stacks))), 1
        )
    ]


def _read_seat_numbers(toml: Toml, count: int) -> list[int]:
    """Seat numbers, which must go round the table as the players do; else 1, 2, 3, ..."""
    places = [int(text) for text in toml.values_of("seats") if text.isdecimal() and len(text) < 3]
    lowest = places.index(min(places)) if places else 0
    ascending = places[lowest:] + places[:lowest]
    usable = len(places) == count and ascending == sorted(set(places))
    return places if usable else list(range(1, count + 1))


def build_header(toml: Toml, hand_id: str, bets: tuple[int, int], forced: Forced) -> Header:
    """An event without a currency is a tournament; without either the currency is unknown."""
    antes, blinds = ([amount for _, amount in chips] for chips in forced)
    event, level, currency = map(toml.value_of, ("event", "level", "currency"))
    tournament = Tournament(event or "", level) if (event or level) and not currency else None
    zone = toml.value_of("time_zone")
    return Header(
        toml.entries["variant"][0],
        "phh",
        hand_id,
        Limit.FIXED,
        *bets,
        currency or ("chips" if tournament else "?"),
        _read_moment(toml, zone),
        zone,
        tournament=tournament,
        small_blind=blinds[0] if blinds else None,
        big_blind=blinds[1] if len(blinds) > 1 else None,
        ante=antes[0] if antes and antes[0] and set(antes) == {antes[0]} else None,
        kind=None if tournament else event,
        in_sequence=False,
    )


def build_table(toml: Toml, line: int, seated: list[Seat]) -> TableLine:
    """The last player has the button."""
    count = toml.value_of("seat_count") or ""
    name = toml.value_of("table") or toml.value_of("event") or ""
    button = [seat.seat for seat in seated if seat.dealt_in][-1]
    return TableLine(line, name, int(count) if count in map(str, range(1, _SEATS)) else None, button)


def _read_moment(toml: Toml, zone: str | None) -> datetime | None:
    """A time without a zone is taken for UTC, and a day without a time for noon UTC."""
    try:
        year, month, day = (int(toml.value_of(key) or "") for key in ("year", "month", "day"))
        # Noon in UTC is on that day in nearly every time zone.
        noon = datetime(year, month, day, 12, tzinfo=UTC)
        clock = toml.value_of("time")
        if clock is None:
            return noon
        place = ZoneInfo(zone) if zone else UTC
        return datetime.combine(noon, time.fromisoformat(clock), place).astimezone(UTC)
    except (ValueError, OverflowError, KeyError, OSError):
        return None


def has_text_behind_time(clock: str | None) -> bool:
    """Whether something stands behind the time that is no part of it."""
    return bool(clock and _CLOCK.match(clock) and not _CLOCK.fullmatch(clock))


def find_time_doubt(toml: Toml) -> Doubt | None:
    """A doubt if the keys give an impossible day or time."""
    written = [text for key in ("year", "month", "day") if (text := toml.value_of(key))]
    clock = toml.value_of("time")
    if len(written) < 3 or not all(map(str.isdecimal, written)) or has_text_behind_time(clock):
        return None
    try:
        date(*map(int, written))
        time.fromisoformat(clock or "00:00")
    except (ValueError, OverflowError):
        return Doubt(toml.entries["day"][0], NO_TIME, {"time": "-".join(written) + (f" {clock}" if clock else "")})
    return None


def list_antes_and_blinds(seated: list[Seat], forced: Forced) -> Iterator[Post]:
    """Antes, then blinds; heads-up the first blind belongs to the button, who sits last."""
    left = {seat.player: seat.stack for seat in seated}
    antes, blinds = forced
    due = _ante_due([(ante, stack) for (_, ante), stack in zip(antes, left.values(), strict=False)])
    for player, (line, ante) in zip(left, antes, strict=False):
        if ante and due:
            yield from _post_up_to_stack(line, player, PostKind.ANTE, min(ante, due), left)
        if ante > due:
            yield from _post_up_to_stack(line, player, PostKind.DEAD_BLIND, ante - due, left)
    big = abs(blinds[1][1]) if len(blinds) > 1 else 0
    players = list(reversed(left)) if len(left) == 2 else list(left)
    for place, (player, (line, blind)) in enumerate(zip(players, blinds, strict=False)):
        if not blind:
            continue
        # PokerKit writes the blind of a late entrant as a negative number.
        later_kind = PostKind.STRADDLE if abs(blind) > big else PostKind.EXTRA_BLIND
        kind = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, later_kind)[min(place, 2)]
        yield from _post_up_to_stack(line, player, kind, abs(blind), left)


def _ante_due(antes_and_stacks: list[tuple[int, int]]) -> int:
    """The smallest ante, of (ante, stack), of a player not all-in by it; if there is none, the largest.

    None is due if some pay nothing, unless the big blind alone pays, for all. Whatever is paid beyond what is due is a
    missed blind, for which PHH has no key.
    """
    paying = [place for place, (ante, _) in enumerate(antes_and_stacks) if ante]
    if len(paying) < len(antes_and_stacks) and paying != [1]:
        return 0
    whole = [ante for ante, stack in antes_and_stacks if 0 < ante < stack]
    return min(whole) if whole else max((ante for ante, _ in antes_and_stacks), default=0)


def _post_up_to_stack(line: int, player: str, kind: PostKind, amount: int, left: dict[str, int]) -> Iterator[Post]:
    """Nobody posts more than they have left, or zero."""
    chips = min(amount, left[player])
    left[player] -= chips
    if chips:
        yield Post(line, player, kind, chips)


@lru_cache(maxsize=1 << 14)
def _parse_amount(text: str) -> int | None:
    return parse_amount(text.replace("_", "")) if _AMOUNT.fullmatch(text) else None


KNOWN_CARDS = "_known_cards"
DRAWS_TOLD = "_draws_told"
"""False in hands of sites that print no card a hero draws: `Reading.tells_draws`."""
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
_FIVE = "?" * 10


class ToldCards:
    """The words of `_known_cards`, each asked for once, in the order of the actions."""

    def __init__(self, toml: Toml) -> None:
        self._waiting = {
            f"p{number}": deque(text.split()) for number, text in enumerate(toml.values_of(KNOWN_CARDS), 1)
        }

    def pop_told_cards_or_as_written(self, label: str, cards_written: str = _FIVE) -> str:
        """The cards of the player's next action: as told, if the action leaves as many unknown."""
        words = self._waiting.get(label)
        cards = words.popleft() if words else ""
        fits = len(cards) == len(cards_written) and not cards_written.strip("?") and _CARDS.fullmatch(cards)
        return cards if fits else cards_written
