"""PHH: the text of a hand - the keys around the actions, and one action per line. Notes are written as comments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from datetime import UTC
from typing import ClassVar
from zoneinfo import ZoneInfo

from histparse.export.contract import Line
from histparse.export.line_writer import LineWriter
from histparse.model import events as ev
from histparse.model.cards import UNKNOWN, UNKNOWN_HAND, Cards
from histparse.model.events import (
    Deal,
    Discard,
    Event,
    Post,
    PostKind,
    Receive,
    Result,
    StandPat,
    SummaryBegins,
    of_type,
)
from histparse.model.hand import Hand, Header
from histparse.model.money import show_plain_amount
from histparse.parsing.dialects.phh import Phh
from histparse.parsing.dialects.phh_keys import DRAWS_TOLD, KNOWN_CARDS

_ESCAPES = {ord("\\"): "\\\\", ord('"'): '\\"'} | {code: f"\\u{code:04x}" for code in (*range(32), 127)}
_LITERAL = re.compile(r"[^'\x00-\x1f\x7f]*").fullmatch
_INTEGER = re.compile(r"0|[1-9][0-9]{0,17}").fullmatch


def quote_string(text: str) -> str:
    """In single quotes if these can contain it, else in double quotes with escapes."""
    return f"'{text}'" if _LITERAL(text) else f'"{text.translate(_ESCAPES)}"'


def number_or_string(text: str) -> str:
    """A number, or a string."""
    return text if _INTEGER(text) else quote_string(text)


def format_list(values: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(values)}]"


def players_with_inconsistent_cards(events: Iterable[Event]) -> set[str]:
    """The players who throw cards that they do not hold as far as is known, or keep others."""
    held: dict[str, Counter[str]] = {}
    players: set[str] = set()
    for event in events:
        match event:
            case Deal(player=player):
                held[player] = Counter(cards_moved(event))
            case Receive(player=player) if player in held:
                held[player] += Counter(cards_moved(event))
            case Discard(player=player) if player in held:
                thrown = Counter(cards_moved(event))
                if not thrown <= held[player]:
                    players.add(player)
                held[player] -= thrown
            case StandPat(player=player, held=shown) if shown is not None and player in held:
                if Counter(shown) != held[player]:
                    players.add(player)
    return players


def cards_moved(event: Deal | Discard | Receive) -> Cards:
    """The cards dealt, thrown or drawn, unknown ones included."""
    match event:
        case Deal():
            return event.cards
        case Discard():
            return event.cards or (UNKNOWN,) * event.count
        case Receive():
            return event.new or (UNKNOWN,) * (event.count or 0)


def known_cards_and_draws_lines(hand: Hand, hiding: Set[str]) -> Iterator[Line]:
    """Write what the actions leave unknown of the players who hide cards; and whether a hero's draws are unknown."""
    if hiding:
        known_cards = (
            _format_all_cards_moved(hand, seat.player) if seat.player in hiding else "" for seat in hand.seats
        )
        yield None, f"{KNOWN_CARDS} = {format_list(map(quote_string, known_cards))}"
    if not hand.reading.tells_draws:
        yield None, f"{DRAWS_TOLD} = false"


def _format_all_cards_moved(hand: Hand, player: str) -> str:
    return " ".join(
        "".join(event.held or UNKNOWN_HAND if isinstance(event, StandPat) else cards_moved(event))
        for event in hand.events
        if isinstance(event, Deal | Discard | Receive | StandPat) and event.player == player
    )


# --- keys -------------------------------------------------------------------------------------------------------------

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
    yield antes, f"antes = {format_list(show_plain_amount(paid[seat.player]) for seat in hand.seats)}"
    yield blinds, f"blinds_or_straddles = {format_list(map(show_plain_amount, _blind_amounts(hand, blinds)))}"
    yield None, f"small_bet = {show_plain_amount(header.low)}"
    yield None, f"big_bet = {show_plain_amount(header.high)}"
    yield (
        (hand.table, *hand.seats),
        f"starting_stacks = {format_list(show_plain_amount(seat.stack) for seat in hand.seats)}",
    )


def _blind_amounts(hand: Hand, blinds: tuple[Post, ...]) -> Iterator[int]:
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
    yield None, f"players = {format_list(quote_string(seat.player) for seat in hand.seats)}"
    yield None, f"seats = {format_list(str(seat.seat) for seat in hand.seats)}"
    if table.seats is not None:
        yield None, f"seat_count = {table.seats}"
    event = tournament.tournament_id if tournament else header.kind
    if event:
        yield None, f"event = {quote_string(event)}"
    if tournament and tournament.level:
        yield None, f"level = {number_or_string(tournament.level)}"
    if table.name and table.name != event:
        yield None, f"table = {quote_string(table.name)}"
    if number:
        yield None, f"hand = {number_or_string(number)}"
    if header.currency not in ("chips", "?"):
        yield None, f"currency = {quote_string(header.currency)}"
    yield from _date_lines(header)


def _date_lines(header: Header) -> Iterator[Line]:
    if header.played_at is None:
        return
    local = header.played_at.astimezone(ZoneInfo(header.zone) if header.zone else UTC)
    yield None, f"day = {local.day}"
    yield None, f"month = {local.month}"
    yield None, f"year = {local.year}"
    if header.zone or (local.hour, local.minute, local.second) != NOON:
        yield None, f"time = {local:%H:%M:%S}"
    if header.zone:
        yield None, f"time_zone = {quote_string(header.zone)}"


def ending_lines(hand: Hand) -> Iterator[Line]:
    """The final stacks, if the text states them."""
    results = [event for event in of_type(hand.events, Result) if event.stack is not None]
    if results:
        ending = next(event for event in of_type(hand.events, SummaryBegins))
        yield (
            (ending, *results),
            f"finishing_stacks = {format_list(show_plain_amount(result.stack or 0) for result in results)}",
        )


# --- values and names -------------------------------------------------------------------------------------------------

_UNSAID = (ev.BettingBegins, ev.DrawBegins, ev.ShowdownBegins)
"""Implied by the action that follows."""
_ELSEWHERE = (ev.Post, ev.Collect, ev.Result)
"""Stated by a key."""
_NOT_BARE = re.compile("[^A-Za-z0-9_-]")
"""What a name of TOML without quotes cannot contain."""


def toml_heading(hand: Hand) -> str:
    """The hand's TOML table header in a file of several hands."""
    return f"[{_NOT_BARE.sub('-', hand.header.hand_id)}]"


class PhhLines(LineWriter):
    """The lines of one hand; players are identified by position."""

    site = Phh.site
    words: ClassVar = {
        "deal": "d dh {label} {moved}",
        "receive": "d dh {label} {moved}",
        "fold": "{label} f",
        "wager": "{label} {wager}",
        "standpat": "{label} sd",
        "discard": "{label} sd {moved}",
        "show": "{label} sm {cards}",
        "muck": "{label} sm",
    }

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.labels = {seat.player: f"p{number}" for number, seat in enumerate(hand.seats, 1)}
        self.hidden = players_with_inconsistent_cards(hand.events)

    def opening_lines(self) -> Iterator[Line]:
        """Stakes and stacks."""
        return stakes_lines(self.hand)

    def play(self) -> Iterator[Line]:
        """The actions, then further details of the hand."""
        yield None, "actions = ["
        for events in self._actions():
            action = events[0]
            yield tuple(events), f"  {action.text}" if isinstance(action, ev.Note) else f"  '{self.line(action)}',"
        yield None, "]"
        yield from details_lines(self.hand)
        yield from ending_lines(self.hand)
        yield from known_cards_and_draws_lines(self.hand, self.hidden)

    def _actions(self) -> list[list[Event]]:
        """Each action with the events it implies."""
        groups: list[list[Event]] = []
        begins: list[Event] = []
        ended_by_key = of_type(self.hand.events, Result)
        for event in self.ordered_story:
            if isinstance(event, _UNSAID):
                begins.append(event)
            elif isinstance(event, ev.SummaryBegins):
                if not ended_by_key:
                    next(events for events in reversed(groups) if not isinstance(events[0], ev.Note)).append(event)
            elif isinstance(event, ev.Note):
                groups.append([event])
            elif not isinstance(event, _ELSEWHERE):
                groups.append([event, *begins])
                begins = []
        return groups

    def cards(self, shown: Cards | None) -> str:
        """`7h6c??`, without blanks."""
        return "".join(shown or ())

    def _label(self, event: ev.Fold) -> str:
        return self.labels[event.player]

    def _moved(self, event: ev.Deal | ev.Discard | ev.Receive) -> str:
        moved_cards = cards_moved(event)
        return "".join((UNKNOWN,) * len(moved_cards) if event.player in self.hidden else moved_cards)

    def _wager(self, event: ev.Wager) -> str:
        return "cc" if event.to is None else f"cbr {show_plain_amount(event.to)}"
