"""Merge: the stakes of a hand, from its description or else from its blinds and bets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.events import Bet, Call, DrawBegins, Event, Post, PostKind, Raise, Wager, of_type
from histparse.model.hand import Header, Limit, Seat
from histparse.model.money import parse_amount

LIMITS = {"Limit": Limit.FIXED, "Pot Limit": Limit.POT, "Half Pot Limit": Limit.POT, "No Limit": Limit.NO}
"""By the site's words. Half-pot limits are not judged: bets are accepted up to the pot."""


class Description(Struct, frozen=True):
    """`<description type="2-7 Lowball" stakes="Limit $1/$2"/>`, in its words."""

    game: str
    tournament: bool = False
    limit: str = "Limit"
    level: str | None = None
    low: str | None = None
    high: str | None = None
    """Two bets in fixed limit; two blinds otherwise, or if there is a level."""


def infer_stakes(
    header: Header, described: Description | None, seats: Sequence[Seat], events: Sequence[Event]
) -> Header:
    """The header with its stakes. Without a description, a bet that fits no fixed limit means no limit."""
    if described and described.low and described.high:
        small, big = parse_amount(described.low), parse_amount(described.high)
        if header.limit is Limit.FIXED:
            return replace(header, low=big, high=2 * big) if described.level else replace(header, low=small, high=big)
    else:
        small, big = _infer_blinds(seats, events)
    limit = header.limit if described else _infer_limit(events, big)
    if limit is Limit.FIXED:
        # Blinds inferred from the posts cannot be used to judge the posts.
        odd = small if not described and small and 2 * small != big else None
        return replace(header, low=big, high=2 * big, small_blind=odd)
    return replace(header, limit=limit, low=small or big // 2, high=big)


def chips_posted(player: str, events: Iterable[Event]) -> int:
    """All forced bets of a player."""
    return sum(event.amount for event in of_type(events, Post) if event.player == player)


def _infer_blinds(seats: Sequence[Seat], events: Sequence[Event]) -> tuple[int, int]:
    """Small and big blind, as posted by players with more chips: an all-in blind may be for less.

    If nobody posts the big blind in full, it is the amount the first player calls.
    """
    rich = {seat.player for seat in seats if chips_posted(seat.player, events) < seat.stack}
    posts = of_type(events, Post)
    full = {post.kind: post.amount for post in reversed(posts) if post.player in rich}
    small = full.get(PostKind.SMALL_BLIND, 0)
    big = full.get(PostKind.BIG_BLIND) or full.get(PostKind.EXTRA_BLIND) or _infer_big_blind_from_limp(seats, events)
    return small, big or max(2 * small, *(post.amount for post in posts), 0)


def _infer_big_blind_from_limp(seats: Iterable[Seat], events: Sequence[Event]) -> int:
    """The amount that a player who posted nothing and is not all-in calls before any raise; 0 if there is none."""
    stacks = {seat.player: seat.stack for seat in seats if not chips_posted(seat.player, events)}
    for event in events:
        if isinstance(event, (Bet, Raise, Wager, DrawBegins)):
            return 0
        if isinstance(event, Call) and event.added and event.added < stacks.get(event.player, 0):
            return event.added
    return 0


def _infer_limit(events: Iterable[Event], big_blind: int) -> Limit:
    """Fixed limit, unless a bet or raise has another size: then no limit, the most lenient."""
    level: int | None = big_blind
    unit = big_blind
    for event in events:
        if isinstance(event, DrawBegins):
            level, unit = 0, big_blind if event.draw < 2 else 2 * big_blind
        elif isinstance(event, Wager):
            level = None  # an all-in may be for less, and so may the raise that completes it
        elif isinstance(event, (Bet, Raise)) and level is not None:
            to = event.added if isinstance(event, Bet) else event.to or 0
            if to != level + unit:
                return Limit.NO
            level = to
    return Limit.FIXED
