"""PHH: the keys around the actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC
from zoneinfo import ZoneInfo

from histparse.export.contract import Line
from histparse.export.phh.values import listed, string, word
from histparse.model.events import Post, PostKind, Result, SummaryBegins, of_type
from histparse.model.hand import Hand, Header
from histparse.model.money import bare

DEAD = (PostKind.ANTE, PostKind.DEAD_BLIND)
NOON = (12, 0, 0)
"""The time of a day without one."""


def stakes_lines(hand: Hand) -> Iterator[Line]:
    """The required keys. The position of each number says who posts."""
    header = hand.header
    posts = of_type(hand.events, Post)
    antes = tuple(post for post in posts if post.kind in DEAD)
    blinds = tuple(post for post in posts if post.kind not in DEAD)
    paid = Counter[str]()
    for post in antes:
        paid[post.player] += header.ante or post.amount
    yield header, "variant = 'F2L3D'"
    yield antes, f"antes = {listed(bare(paid[seat.player]) for seat in hand.seats)}"
    yield blinds, f"blinds_or_straddles = {listed(map(bare, _blinds(hand, blinds)))}"
    yield None, f"small_bet = {bare(header.low)}"
    yield None, f"big_bet = {bare(header.high)}"
    yield (hand.table, *hand.seats), f"starting_stacks = {listed(bare(seat.stack) for seat in hand.seats)}"


def _blinds(hand: Hand, blinds: tuple[Post, ...]) -> Iterator[int]:
    """The small and the big blind come first even if nobody has chips for them; then the others'."""
    further = {post.player: post for post in blinds if post.kind in (PostKind.EXTRA_BLIND, PostKind.STRADDLE)}
    big = hand.header.big_blind or 0
    yield hand.header.small_blind or 0
    yield big
    for seat in hand.seats[2:]:
        post = further.get(seat.player)
        yield 0 if post is None else big if post.kind is PostKind.EXTRA_BLIND else post.amount


def details_lines(hand: Hand) -> Iterator[Line]:
    """Further details of header and table."""
    header, table = hand.header, hand.table
    tournament = header.tournament
    number = header.hand_id.rpartition("-")[0]
    yield None, f"players = {listed(string(seat.player) for seat in hand.seats)}"
    yield None, f"seats = {listed(str(seat.seat) for seat in hand.seats)}"
    if table.seats is not None:
        yield None, f"seat_count = {table.seats}"
    event = tournament.tournament_id if tournament else header.kind
    if event:
        yield None, f"event = {string(event)}"
    if tournament and tournament.level:
        yield None, f"level = {word(tournament.level)}"
    if table.name and table.name != event:
        yield None, f"table = {string(table.name)}"
    if number:
        yield None, f"hand = {word(number)}"
    if header.currency not in ("chips", "?"):
        yield None, f"currency = {string(header.currency)}"
    yield from _when(header)


def _when(header: Header) -> Iterator[Line]:
    if header.played_at is None:
        return
    local = header.played_at.astimezone(ZoneInfo(header.zone) if header.zone else UTC)
    yield None, f"day = {local.day}"
    yield None, f"month = {local.month}"
    yield None, f"year = {local.year}"
    if header.zone or (local.hour, local.minute, local.second) != NOON:
        yield None, f"time = {local:%H:%M:%S}"
    if header.zone:
        yield None, f"time_zone = {string(header.zone)}"


def ending_lines(hand: Hand) -> Iterator[Line]:
    """The final stacks, if the text states them."""
    results = [event for event in of_type(hand.events, Result) if event.stack is not None]
    if results:
        ending = next(event for event in of_type(hand.events, SummaryBegins))
        yield (ending, *results), f"finishing_stacks = {listed(bare(result.stack or 0) for result in results)}"
