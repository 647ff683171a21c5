"""KingsClub: the dealer's hand with only what this site's text would tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from histparse.export.kingsclub.ledger import Ledger
from histparse.model.cards import UNKNOWN, Cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
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
)
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.parsing.dialects.kingsclub import KingsClub

Told = tuple[Event, ...]
"""The events of one line."""
_ACTS = (Fold, Check, Call, Bet, Raise)
_LAST_ROUND = 3


def adapted(hand: Hand) -> Hand:
    """Rounds have headings, calls and raises tell totals, and the summary tells what the hand brought everybody."""
    lines = [*_Play(hand).lines(), *_summary(hand)]
    told = [
        replace(event, line=line) for line, events in enumerate(lines, start=4 + len(hand.seats)) for event in events
    ]
    return replace(
        hand,
        header=_header(hand.header),
        table=_table(hand.table, hand.header.tournament),
        seats=tuple(replace(seat, bounty=None) for seat in hand.seats),
        events=tuple(_as_played(told)),
        notes=(),
        reading=KingsClub.figures,
    )


def _header(header: Header) -> Header:
    """No word of currencies, zones, rotations and clubs."""
    playing = header.tournament and Tournament(header.tournament.tournament_id)
    currency = "chips" if playing else "?"
    return replace(
        header, currency=currency, zone=None, mix=None, tournament=playing, kind=None, in_sequence=True, club=None
    )


def _table(table: Table, tournament: Tournament | None) -> Table:
    name = table.name if tournament is None else f"T{tournament.tournament_id} [1]"
    return replace(table, name=name, seats=None, play_money=False)


def _as_played(told: list[Event]) -> Iterator[Event]:
    """What the summary proves goes where it happened: dead blinds before the others, pots without a line at the end."""
    results = {event.line for event in told if isinstance(event, Result)}
    proven = [event for event in told if event.line in results and not isinstance(event, Result)]
    plain = [event for event in told if event.line not in results or isinstance(event, Result)]
    blinds = (n for n, event in enumerate(plain) if isinstance(event, Post) and event.kind is not PostKind.ANTE)
    place = next(blinds, 0)
    yield from plain[:place]
    yield from (event for event in proven if isinstance(event, Post))
    yield from plain[place:]
    yield from (event for event in proven if isinstance(event, Collect))


class _Play:
    """The lines before the summary."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.bets: Counter[str] = Counter()
        self.big_blinds = 0
        self.round = 0
        self.headed = -1
        """The betting round that has its heading."""
        self.thrown: Discard | None = None
        """The hero's discard: their new cards stand in the same line."""

    def lines(self) -> Iterator[Told]:
        """Each line by its events."""
        yield from self._heading()
        for event in self.hand.events:
            if isinstance(event, ShowdownBegins):
                yield from self._showdown()
            elif isinstance(event, Post):
                yield (self._posted(event),)
            elif isinstance(event, Deal):
                yield from self._deals(event)
            elif isinstance(event, _ACTS):
                yield from self._heading()
                yield (self._acted(event),)
            else:
                yield from self._drawing(event)

    def _heading(self) -> Iterator[Told]:
        if self.headed < self.round:
            self.headed = self.round
            yield (BettingBegins(0, self.round),)

    def _posted(self, event: Post) -> Post:
        """Of both blinds at once only the live one is told; a second big blind is just a blind."""
        big = self.hand.header.low
        kind = event.kind
        if kind is PostKind.SMALL_AND_BIG or (kind is PostKind.BIG_BLIND and self.big_blinds):
            kind = PostKind.EXTRA_BLIND
        self.big_blinds += kind is PostKind.BIG_BLIND
        live = min(event.amount, big) if event.kind is PostKind.SMALL_AND_BIG else event.amount
        self.bets[event.player] += live if kind is not PostKind.ANTE else 0
        return replace(event, kind=kind, amount=live)

    def _deals(self, event: Deal) -> Iterator[Told]:
        """All at once, by their seats; only the hero's cards are seen."""
        dealt = {deal.player: deal.cards for deal in self.hand.events if isinstance(deal, Deal)}
        if event.player != next(iter(dealt)):
            return
        for seat in self.hand.seats:
            if seat.player in dealt:
                seen = dealt[seat.player] if seat.player == self.hand.hero else (UNKNOWN,) * 5
                yield (Deal(0, seat.player, seen),)

    def _acted(self, event: Event) -> Event:
        match event:
            case Bet():
                self.bets[event.player] = event.added
            case Call():
                self.bets[event.player] += event.added or 0
                return Call(0, event.player, None, self.bets[event.player], event.all_in)
            case Raise():
                self.bets[event.player] = event.to or 0
                return replace(event, by=None)
        return event

    def _drawing(self, event: Event) -> Iterator[Told]:
        match event:
            case DrawBegins():
                yield from self._heading()
                self.round = event.draw
                self.bets.clear()
                yield (event,)
            case Discard() if event.player == self.hand.hero:
                self.thrown = event
            case Receive() if self.thrown is not None:
                yield (self.thrown, replace(event, kept=None))
                self.thrown = None
            case Discard():
                yield (Discard(0, event.player, event.count),)
            case StandPat():
                yield (StandPat(0, event.player),)

    def _showdown(self) -> Iterator[Told]:
        """All turn their cards up; when nobody could bet any more they do so before the last round is headed."""
        hands = _last_hands(self.hand)
        if self.headed < self.round:
            yield from ((Show(0, seat.player, hands[seat.player]),) for seat in self.hand.seats if seat.player in hands)
            yield from self._heading()
            return
        facing = [event.player for event in self.hand.events if isinstance(event, Show | Muck)]
        for place, player in enumerate(facing):
            begins = () if place else (ShowdownBegins(0),)
            yield (*begins, Show(0, player, hands[player]))


def _last_hands(hand: Hand) -> dict[str, Cards]:
    """The cards of those at the showdown, also of those who would muck elsewhere."""
    mucked = {e.player: e.cards or () for e in hand.events if isinstance(e, Result) and e.outcome is Outcome.MUCKED}
    return mucked | {event.player: event.cards for event in hand.events if isinstance(event, Show)}


def _summary(hand: Hand) -> Iterator[Told]:
    """Heading, a line for everybody dealt in, rake if there is any, winners."""
    ledger = Ledger(hand.events, hand.header.low)
    unsaid, paid = _winners(hand, ledger)
    yield (SummaryBegins(0),)
    dealt = {event.player for event in hand.events if isinstance(event, Deal)}
    for seat in hand.seats:
        if seat.player in dealt:
            yield (_result(seat, ledger), *_proven(seat.player, ledger, unsaid))
    rake = next(event.rake for event in hand.events if isinstance(event, Total))
    if rake:
        yield (Total(0, None, rake),)
    yield from ((event,) for event in paid)


def _result(seat: Seat, ledger: Ledger) -> Result:
    net = ledger.net(seat.player)
    return Result(0, seat.seat, seat.player, Outcome.UNSAID, stack=seat.stack + net, net=net)


def _proven(player: str, ledger: Ledger, unsaid: Iterable[Collect]) -> Iterator[Event]:
    """What shows in the player's net and nowhere else."""
    if ledger.dead[player]:
        yield Post(0, player, PostKind.DEAD_BLIND, ledger.dead[player])
    yield from (event for event in unsaid if event.player == player)


def _winners(hand: Hand, ledger: Ledger) -> tuple[list[Collect], list[Collect]]:
    """Pots that only one player had a claim on, which have no line, and the others."""
    collects = [event for event in hand.events if isinstance(event, Collect)]
    folded = {event.player for event in hand.events if isinstance(event, Fold)}
    most = max(ledger.live.values())
    claims = [player for player, live in ledger.live.items() if live == most and player not in folded]
    top = max(event.pot or 0 for event in collects)
    alone = top if top and len(claims) == 1 else None
    unsaid = [replace(event, pot=None) for event in collects if top and event.pot == alone]
    paid = [event for event in collects if not (top and event.pot == alone)]
    several = any(event.pot for event in paid)
    return unsaid, [event if several else replace(event, pot=None) for event in paid]
