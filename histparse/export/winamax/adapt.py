"""Winamax: what this site tells of a hand that the dealer knows.

Everybody dealt in has a line, the cards drawn have none. Nobody's bet is returned: it goes to the winner with the pot,
or is a side pot of its own. All hands left are turned up, and the summary names nobody who folded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from histparse.export.hero_view import seen_by_hero
from histparse.export.ledger import Ledger
from histparse.export.winamax.header import is_export
from histparse.export.winamax.words import says
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Capped,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    NoShow,
    Outcome,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Result,
    Show,
    SummaryBegins,
    Total,
    Uncalled,
)
from histparse.model.hand import Hand, Header, Table, Tournament
from histparse.parsing.dialects.winamax import Winamax

ACTS = (Fold, Check, Call, Bet, Raise)
SILENT = (Capped, Reshuffle, Receive, NoShow, Uncalled)
"""What has no line here."""
KINDS = {"Zoom": "Go Fast"}
LEVELS = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8"}
NAME = "Deuce Night"


def adapted(hand: Hand) -> Hand:
    """The hand in Winamax's events; the export shows nobody's cards before the showdown."""
    hero = None if is_export(hand) else hand.hero
    seats = tuple(seat for seat in hand.seats if seat.dealt_in)
    events = tuple(_in_lines(_events(hand, hero), len(seats) + 3))
    antes = [post.amount for post in hand.events if isinstance(post, Post) and post.kind is PostKind.ANTE]
    header, table = _header(hand.header, max(antes, default=None)), _table(hand.table, hand.header)
    return Hand(hand.path, header, table, seats, events, (), hero, Winamax.figures, events[-1].line)


def _header(header: Header, ante: int | None) -> Header:
    """Money is in euros, and a tournament's blinds stand behind an ante."""
    seconds = int(header.played_at.timestamp()) if header.played_at else 0
    currency = "EUR" if header.currency == "USD" else header.currency
    kind = None if header.tournament else KINDS.get(header.kind or "")
    return replace(
        header,
        hand_id=f"{header.hand_id}-{seconds % 997}-{seconds}",
        currency=currency,
        zone="UTC",
        mix=None,
        kind=kind,
        in_sequence=kind is None,
        club=None,
        ante=0 if header.tournament and ante is None else ante,
        tournament=header.tournament and _tournament(header.tournament),
    )


def _tournament(tournament: Tournament) -> Tournament:
    level = LEVELS.get(tournament.level or "", tournament.level)
    return replace(tournament, level=level, currency=tournament.currency and "EUR")


def _table(table: Table, header: Header) -> Table:
    name = f"{NAME}({header.tournament.tournament_id})#1" if header.tournament else table.name
    return replace(table, name=name)


def _in_lines(events: Iterable[Event], first: int) -> Iterator[Event]:
    """The events with one line each; notes and other sites' lines left no gap."""
    for line, event in enumerate(events, first):
        yield replace(event, line=line)


def _events(hand: Hand, hero: str | None) -> Iterator[Event]:
    """Posts, heading and deal, play, showdown, winners, summary."""
    mucked = {event.player: event.cards for event in hand.events if isinstance(event, Result) and event.cards}
    told = list(seen_by_hero(hand.events, hero))
    payouts = _payouts(hand)
    posts = [event for event in told if isinstance(event, Post)]
    yield from _posts(posts, hand.header)
    yield BettingBegins(0, 0)
    if not is_export(hand):
        yield from _deals(hand, posts, hero)
    for event in _with_headings(event for event in told if not isinstance(event, (Post, Deal, *SILENT))):
        match event:
            case Discard():
                yield Discard(0, event.player, event.count)
            case Muck(player=player):
                cards = mucked[player] or ()
                yield Show(0, player, cards, says(cards))
            case Collect():
                pass
            case Total():
                yield Total(0, sum(payout.amount for payout in payouts), event.rake)
            case Result():
                yield from _result(event, payouts)
            case SummaryBegins():
                yield from payouts
                yield event
            case _:
                yield event


def _posts(posts: list[Post], header: Header) -> Iterator[Event]:
    """Blinds out of position are named so, and a dead one apart."""
    in_position: set[PostKind] = set()
    for post in posts:
        if post.kind is PostKind.SMALL_AND_BIG:
            yield Post(0, post.player, PostKind.DEAD_BLIND, post.amount - header.low)
            yield Post(0, post.player, PostKind.EXTRA_BLIND, header.low, post.all_in)
        else:
            yield replace(post, kind=PostKind.EXTRA_BLIND) if post.kind in in_position else post
        if post.kind is not PostKind.ANTE:
            in_position.add(post.kind)


def _deals(hand: Hand, posts: list[Post], hero: str | None) -> Iterator[Event]:
    """Five cards for everybody, from the small blind on; the hero sees their own."""
    dealt: dict[str, Cards] = {event.player: event.cards for event in hand.events if isinstance(event, Deal)}
    small = next(post.player for post in posts if post.kind is not PostKind.ANTE)
    players = dict.fromkeys([small, *dealt])
    for player in players:
        yield Deal(0, player, dealt[player] if player == hero else (UNKNOWN,) * 5)


def _with_headings(events: Iterable[Event]) -> Iterator[Event]:
    """The heading of a betting round stands before its first act; where nobody can bet there is none."""
    drawn = begun = 0
    for event in events:
        if isinstance(event, DrawBegins):
            drawn = event.draw
        elif isinstance(event, ACTS) and begun < drawn:
            begun = drawn
            yield BettingBegins(0, drawn)
        yield event


def _payouts(hand: Hand) -> list[Collect]:
    """Main pot first. Chips nobody called go with the pot that nobody else can win, or are a side pot of their own."""
    paid = sorted((event for event in hand.events if isinstance(event, Collect)), key=lambda event: event.pot or 0)
    back = [event for event in hand.events if isinstance(event, Uncalled)]
    if not back:
        return paid
    amount, last = sum(event.amount for event in back), paid[-1]
    if _alone(hand, back[0].player):
        return [*paid[:-1], replace(last, amount=last.amount + amount)]
    own = Collect(0, back[0].player, amount, (last.pot or 0) + 1)
    return [*(replace(payout, pot=payout.pot or 0) for payout in paid), own]


def _alone(hand: Hand, bettor: str) -> bool:
    """Whether nobody else who is left paid for a claim on the last pot."""
    ledger = Ledger(hand)
    others = [paid for player, paid in ledger.paid.items() if player not in {bettor, *ledger.folded}]
    return all(paid < ledger.paid[bettor] for paid in others)


def _result(event: Result, payouts: list[Collect]) -> Iterator[Event]:
    """Who folded has no line."""
    if event.outcome is Outcome.FOLDED:
        return
    won = Counter[str]()
    for payout in payouts:
        won[payout.player] += payout.amount
    positions = tuple(sorted(event.positions, key=lambda position: position == "button"))
    shown = event.outcome is not Outcome.COLLECTED
    yield replace(
        event,
        outcome=Outcome.SHOWED if shown else Outcome.COLLECTED,
        positions=positions,
        won=won[event.player] or None,
        says=says(event.cards or ()) if shown else None,
    )
