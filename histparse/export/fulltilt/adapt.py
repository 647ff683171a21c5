"""Full Tilt: what this site tells of a hand that the dealer knows.

First all discard, then all are dealt their cards, and how many is told of everybody. Who wins unseen mucks before they
is paid. Dead and live blinds of new players have lines of their own, and the summary names everybody at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from operator import attrgetter

from msgspec.structs import replace

from histparse.export.contract import Remark
from histparse.export.fulltilt.header import NEW_CLIENT, is_archived, played_since
from histparse.export.fulltilt.purse import Purse
from histparse.export.fulltilt.words import remark, says
from histparse.export.hero_view import seen_by_hero
from histparse.model.cards import Cards
from histparse.model.events import (
    Capped,
    Collect,
    Discard,
    DrawBegins,
    Event,
    Muck,
    NoShow,
    Note,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
)
from histparse.model.hand import Hand, Header, Table
from histparse.model.ranking import describe, number
from histparse.parsing.dialects.fulltilt import FullTilt

SILENT = (Capped, Reshuffle, NoShow)
"""What has no line here."""
IN_DRAW = (Discard, StandPat, Receive, Note, Reshuffle)


def adapted(hand: Hand) -> Hand:
    """The hand in Full Tilt's events and their order."""
    told = [replace(event, line=line) for line, event in enumerate(_story(hand), 2 + len(hand.seats))]
    whole = replace(
        hand,
        header=_header(hand.header, hand.table),
        table=_table(hand.table, hand.header),
        events=tuple(event for event in told if not isinstance(event, Note)),
        notes=tuple(event for event in told if isinstance(event, Note)),
        reading=FullTilt.figures,
        last_line=told[-1].line,
    )
    return replace(whole, events=tuple(_headed(whole)))


def _headed(hand: Hand) -> Iterator[Event]:
    """The events with what headings of draws tell of the pot: each client has its own way, and the archive none."""
    purse, is_new = Purse(hand), played_since(hand.header, NEW_CLIENT)
    for event in hand.events:
        purse.take(event)
        if isinstance(event, DrawBegins) and not is_archived(hand):
            players, all_in = (purse.live, purse.all_in or None) if is_new else (None, None)
            yield replace(event, pot=purse.pot, players=players, all_in=all_in)
        else:
            yield event


def _header(header: Header, table: Table) -> Header:
    """There are no clubs; a tournament's name is its kind, and its level has none."""
    if header.tournament is None:
        return replace(header, club=None, in_sequence=True)
    kind = "Heads-Up Sit & Go" if table.seats == 2 else "Sit & Go"
    tournament = replace(header.tournament, level=None, fee=header.tournament.fee or None)
    return replace(header, club=None, kind=kind, in_sequence=True, tournament=tournament)


def _table(table: Table, header: Header) -> Table:
    """Of a tournament's tables only those for two have their size told."""
    return replace(table, seats=table.seats if header.tournament is None or table.seats == 2 else None)


def _story(hand: Hand) -> Iterator[Event]:
    """Play and talk in their order, then the results by seats."""
    story = _dealt_last(merge(hand.events, hand.notes, key=attrgetter("line")))
    for event in _as_played(story, hand.header):
        if not isinstance(event, (*SILENT, Result)):
            yield from _as_told(event, hand)
    yield from sorted(_results(hand), key=attrgetter("seat"))


def _dealt_last(story: Iterable[Event]) -> Iterator[Event]:
    """The cards that all receive in a draw come after its last discard."""
    received: list[Event] = []
    for event in story:
        if isinstance(event, Receive):
            received.append(event)
            continue
        if not isinstance(event, IN_DRAW):
            yield from received
            received.clear()
        yield event


def _as_played(story: Iterable[Event], header: Header) -> Iterator[Event]:
    """Blinds of new players without a name, dead ones apart; and a winner who mucks, unless there was a showdown."""
    big_blinds = 0
    contested = False
    for event in story:
        contested = contested or isinstance(event, ShowdownBegins)
        if isinstance(event, Collect) and not contested:
            yield Muck(event.line, event.player)
        if isinstance(event, Post) and event.kind is PostKind.SMALL_AND_BIG:
            yield Post(event.line, event.player, PostKind.DEAD_BLIND, event.amount - header.low)
            yield Post(event.line, event.player, PostKind.EXTRA_BLIND, header.low, event.all_in)
        elif isinstance(event, Post) and event.kind is PostKind.BIG_BLIND:
            yield replace(event, kind=PostKind.EXTRA_BLIND) if big_blinds else event
            big_blinds += 1
        else:
            yield event


def _as_told(event: Event, hand: Hand) -> Iterator[Event]:
    """As much of the event as a line says."""
    match event:
        case Receive() if event.player != hand.hero:
            yield Receive(event.line, event.player, event.count)
        case Raise():
            yield replace(event, by=None)
        case Show():
            yield replace(event, cards=_sorted(event.cards))
        case Collect():
            yield replace(event, says=_shown(event.player, hand))
        case Note(kind="time out", player=str(player)):
            yield replace(event, kind="clock", text=remark(Remark("clock", player, number=15)))
            yield event
        case Note() if not event.text or _sounds_like_talk(event, hand):
            return
        case _:
            yield from seen_by_hero([event], hand.hero)


def _sounds_like_talk(note: Note, hand: Hand) -> bool:
    """`wet: paint sits down` of somebody without a seat: the text does not let us know who says or does it."""
    return ": " in (note.player or "") and all(seat.player != note.player for seat in hand.seats)


def _shown(player: str, hand: Hand) -> str | None:
    return next((event.says for event in hand.events if isinstance(event, Show) and event.player == player), None)


def _results(hand: Hand) -> Iterator[Result]:
    """A line for everybody; heads-up the button is not marked, and a hand mucked at the showdown is named."""
    for event in hand.events:
        if isinstance(event, Result):
            positions = tuple(where for where in event.positions if where != "button" or len(event.positions) == 1)
            cards = event.cards and _sorted(event.cards)
            yield replace(event, positions=positions, cards=cards, says=cards and says(cards))
    for seat in hand.seats:
        if not seat.dealt_in:
            yield Result(0, seat.seat, seat.player, Outcome.SITTING_OUT)


def _sorted(cards: Cards) -> Cards:
    """Pairs first, then from high to low."""
    ranks = describe(number(cards)).ranks
    return tuple(sorted(cards, key=lambda card: ranks.index(card[0])))
