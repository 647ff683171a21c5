"""PHH: what this notation tells of a hand that the dealer knows: every card, every chip before the play, no pot.

All discards of a draw come before the cards for them. Who wins shows in the cards; only where the house took its share
are the stacks after the hand told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from histparse.export.ledger import Ledger
from histparse.export.phh.actions import tell_actions
from histparse.export.phh.keys import tell_details, tell_stakes
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Check,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Total,
    Wager,
)
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.parsing.dialects.phh import Phh
from histparse.parsing.dialects.phh_keys import own_id

LEVELS = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8"}
DRAWS = (Discard, StandPat)


class _Forced(NamedTuple):
    """What is posted, in the order of the seats; heads-up the small blind first."""

    antes: list[Post]
    blinds: list[Post]


def adapted(hand: Hand) -> Hand:
    """The hand in PHH's events, with the id that its text gives it."""
    seats = _from_left_of_button(hand)
    forced = _forced(hand, seats)
    events = list(_in_lines(_events(hand, seats, forced), hand.notes))
    told = Hand(
        hand.path,
        _header(hand.header, forced, len(seats)),
        replace(hand.table, play_money=False, name=_name(hand.table, hand.header)),
        seats,
        tuple(event for event in events if not isinstance(event, Note)),
        tuple(Note(event.line, "comment", event.text) for event in events if isinstance(event, Note)),
        None,
        Phh.figures,
        events[-1].line,
    )
    lines = chain(tell_stakes(told), [(None, "actions = [")], tell_actions(told), [(None, "]")], tell_details(told))
    hand_id = own_id(Phh([text for _, text in lines], 1).toml)
    return replace(told, header=replace(told.header, hand_id=hand_id))


def _from_left_of_button(hand: Hand) -> tuple[Seat, ...]:
    button = hand.table.button or 0
    dealt = (seat for seat in hand.seats if seat.dealt_in)
    return tuple(sorted(dealt, key=lambda seat: (seat.seat <= button, seat.seat)))


def _header(header: Header, forced: _Forced, players: int) -> Header:
    """Blinds stand apart from the bets, and an ante that all pay; play money is money nobody names."""
    antes = [post.amount for post in forced.antes]
    tournament = header.tournament
    small = next((post.amount for post in forced.blinds if post.kind is PostKind.SMALL_BLIND), None)
    return replace(
        header,
        hand_id=f"{header.hand_id}-",
        currency="?" if header.currency == "play" else header.currency,
        zone="UTC",
        mix=None,
        kind=None,
        in_sequence=False,
        club=None,
        tournament=tournament and Tournament(tournament.tournament_id, LEVELS[tournament.level or "I"]),
        small_blind=small,
        big_blind=header.low,
        ante=antes[0] if len(antes) == players and len(set(antes)) == 1 else None,
    )


def _name(table: Table, header: Header) -> str:
    """The event names the table, where it has no name."""
    return header.tournament.tournament_id if header.tournament else table.name


def _forced(hand: Hand, seats: tuple[Seat, ...]) -> _Forced:
    """A dead blind stands among the antes here, and a blind besides the two is an extra one."""
    posts = [event for event in hand.events if isinstance(event, Post)]
    dead = {post.player: post.amount - hand.header.low for post in posts if post.kind is PostKind.SMALL_AND_BIG}
    antes = {post.player: post for post in posts if post.kind is PostKind.ANTE}
    missed = PostKind.DEAD_BLIND if antes else PostKind.ANTE
    before: list[Post] = []
    for player in (seat.player for seat in seats):
        before += [antes[player]] if player in antes else []
        before += [Post(0, player, missed, dead[player])] if player in dead else []
    blinds: dict[str, Post] = {}
    kinds: set[PostKind] = set()
    for post in posts:
        kind = PostKind.BIG_BLIND if post.kind is PostKind.SMALL_AND_BIG else post.kind
        if kind is not PostKind.ANTE:
            shown = PostKind.EXTRA_BLIND if kind in kinds else kind
            blinds[post.player] = Post(0, post.player, shown, post.amount - dead.get(post.player, 0))
            kinds.add(kind)
    order = [seat.player for seat in (reversed(seats) if len(seats) == 2 else seats)]
    return _Forced(before, [blinds[player] for player in order if player in blinds])


def _in_lines(events: Iterable[Event], notes: tuple[Note, ...]) -> Iterator[Event]:
    """Events and notes in an order of their own; the notes keep their places among the acts."""
    waiting = list(notes)
    line = 0
    for event in events:
        while waiting and 0 < waiting[0].line < event.line:
            line += 1
            yield replace(waiting.pop(0), line=line)
        line += 1
        yield replace(event, line=line)


def _events(hand: Hand, seats: tuple[Seat, ...], forced: _Forced) -> Iterator[Event]:
    yield from forced.antes
    yield from forced.blinds
    yield from (event for event in hand.events if isinstance(event, Deal))
    yield from _play(hand)
    yield SummaryBegins(0)
    if any(isinstance(event, Total) and event.rake for event in hand.events):
        ledger = Ledger(hand)
        for seat in seats:
            yield Result(0, seat.seat, seat.player, Outcome.UNSAID, stack=ledger.left(seat.player))


def _play(hand: Hand) -> Iterator[Event]:
    """The acts; a round begins with the first of them, and what is drawn comes when all have thrown."""
    drawn: list[Event] = []
    draws, betting = 0, False
    for event in hand.events:
        if drawn and not isinstance(event, (*DRAWS, Receive)):
            yield from drawn
            drawn = []
        match event:
            case DrawBegins():
                draws, betting = event.draw, False
                yield event
            case Receive():
                drawn.append(Receive(event.line, event.player, event.count, new=event.new))
            case StandPat():
                yield StandPat(event.line, event.player)
            case Show():
                yield Show(event.line, event.player, event.cards)
            case Discard() | Muck() | ShowdownBegins():
                yield event
            case Fold() | Check() | Call() | Bet() | Raise():
                if not betting:
                    betting = True
                    yield BettingBegins(event.line, draws)
                yield _act(event)


def _act(event: Fold | Check | Call | Bet | Raise) -> Event:
    """Chips are told by the total of the street, and only those of a bet or raise."""
    match event:
        case Bet():
            return Wager(event.line, event.player, to=event.added)
        case Raise():
            return Wager(event.line, event.player, to=event.to)
        case Fold():
            return event
        case _:
            return Wager(event.line, event.player)
