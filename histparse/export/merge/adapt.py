"""Merge: the dealer's hand with only what this site's text would tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import replace

from histparse.export.merge.words import says
from histparse.model.cards import Cards
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
    NoShow,
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
    Uncalled,
    Wager,
)
from histparse.model.hand import Hand, Header, Seat, Table, Tournament
from histparse.parsing.dialects.merge import Merge

_ACTS = (Fold, Check, Call, Bet, Raise)
_ENDS = (DrawBegins, SummaryBegins, ShowdownBegins, Collect, NoShow)
"""Before these the round is over."""
_UNSAID = (NoShow, Uncalled, Collect, Total, Result)
"""Told elsewhere, or not at all."""


def adapted(hand: Hand) -> Hand:
    """Rounds have headings, the deal stands behind the first of them, an act is what it adds, no rake is told."""
    script = list(_Script(hand).lines())
    lined = [replace(record, line=line) for line, record in enumerate(script, start=3 + len(hand.seats))]
    return replace(
        hand,
        header=_header(hand.header),
        table=_table(hand.table),
        seats=tuple(_moved(seat) for seat in hand.seats),
        events=tuple(_as_played([event for event in lined if not isinstance(event, Note)])),
        notes=tuple(note for note in lined if isinstance(note, Note)),
        reading=Merge.figures,
    )


def _header(header: Header) -> Header:
    """The number of the table and of the hand at it; there is no word for zones, currencies, kinds and clubs."""
    playing = header.tournament and Tournament(header.tournament.tournament_id, header.tournament.level)
    currency = header.currency if header.currency in ("chips", "play") else "USD"
    number = f"{header.hand_id[:-3]}-{int(header.hand_id[-3:])}"
    return replace(
        header,
        hand_id=number,
        currency=currency,
        zone=None,
        mix=None,
        tournament=playing,
        kind=None,
        in_sequence=True,
        club=None,
    )


def _table(table: Table) -> Table:
    return replace(table, button=None if table.button is None else table.button - 1)


def _moved(seat: Seat) -> Seat:
    """Seats are counted from 0, and nobody has a price on their head."""
    return replace(seat, seat=seat.seat - 1, bounty=None)


def _as_played(events: list[Event]) -> Iterator[Event]:
    """The deal goes behind the forced bets."""
    posts = [event for event in events if isinstance(event, Post)]
    deals = [event for event in events if isinstance(event, Deal)]
    yield from (*posts, *deals)
    yield from (event for event in events if not isinstance(event, Post | Deal))


class _Script:
    """A hand's events and notes, put in this site's order."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.late: list[Event] = []
        """Cards of the hero, told at the end of the round."""
        self.seats = {seat.player: seat.seat - 1 for seat in hand.seats}
        self.shown: dict[str, Cards] = {event.player: event.cards for event in hand.events if isinstance(event, Show)}
        self.bets: Counter[str] = Counter()
        self.begun = -1
        """The betting round begun last."""
        self.round = 0

    def lines(self) -> Iterator[Event]:
        """Everything in the order of the text; lines are not numbered yet."""
        for event in sorted((*self.hand.events, *self.hand.notes), key=attrgetter("line")):
            if isinstance(event, _ENDS):
                yield from self._end_round()
            if isinstance(event, SummaryBegins):
                yield from self._summary(event)
            elif isinstance(event, Note):
                yield from (event,) if event.text else ()
            elif not isinstance(event, _UNSAID):
                yield from self._told(event)

    def _begin_betting(self, event: Event) -> Iterator[Event]:
        """A round of betting has a heading if there is an act in it."""
        if self.begun < self.round:
            if self.round:
                yield from self._end_round()
            self.begun = self.round
            yield BettingBegins(event.line, self.round)

    def _told(self, event: Event) -> Iterator[Event]:
        if isinstance(event, _ACTS):
            yield from self._begin_betting(event)
        match event:
            case Post():
                yield self._posted(event)
            case DrawBegins():
                self.round = event.draw
                self.bets.clear()
                yield event
            case Deal() | Receive():
                self._keep(event)
            case Discard():
                yield Discard(event.line, event.player, event.count)
            case StandPat():
                yield StandPat(event.line, event.player)
                self._keep(event)
            case Call() | Bet() | Raise():
                yield self._acted(event)
            case Show():
                yield replace(event, says=None)
            case Fold() | Check() | Muck() | ShowdownBegins():
                yield event

    def _posted(self, event: Post) -> Post:
        kind = event.kind
        if kind is PostKind.BIG_BLIND and self.bets["big blind"]:
            kind = PostKind.EXTRA_BLIND
        self.bets["big blind"] += kind is PostKind.BIG_BLIND
        if kind is not PostKind.ANTE:
            self.bets[f"seat {event.player}"] += min(event.amount, self.hand.header.low)
        return replace(event, kind=kind, all_in=False)

    def _acted(self, event: Call | Bet | Raise) -> Event:
        """The last chips of a player have a name of their own, whatever they are."""
        name = f"seat {event.player}"
        added = (event.to or 0) - self.bets[name] if isinstance(event, Raise) else event.added or 0
        self.bets[name] += added
        if event.all_in:
            return Wager(event.line, event.player, added, all_in=True)
        return Raise(event.line, event.player, to=event.to) if isinstance(event, Raise) else event

    def _keep(self, event: Deal | Receive | StandPat) -> None:
        """The hero's cards, as many as they hold."""
        if event.player != self.hand.hero:
            return
        if isinstance(event, Deal):
            self.late.append(event)
            return
        held = (event.kept or ()) + (event.new or ()) if isinstance(event, Receive) else event.held
        self.late.append(Receive(event.line, event.player, held=held))

    def _end_round(self) -> Iterator[Event]:
        yield from self.late
        self.late = []

    def _summary(self, event: SummaryBegins) -> Iterator[Event]:
        """Whom nobody called mucks and is paid at once; after a showdown the mucked hands are turned up first."""
        collects = [paid for paid in self.hand.events if isinstance(paid, Collect)]
        returned = [back for back in self.hand.events if isinstance(back, Uncalled)]
        if any(isinstance(shown, ShowdownBegins) for shown in self.hand.events):
            yield from (self._turned_up(result) for result in self._mucked())
            yield event
            yield from (replace(paid, says=says(self.shown[paid.player])) for paid in collects)
            yield from returned
            return
        for paid in collects:
            yield Muck(event.line, paid.player)
            yield replace(paid, amount=paid.amount + sum(back.amount for back in returned))
        yield event

    def _mucked(self) -> Iterable[Result]:
        return [end for end in self.hand.events if isinstance(end, Result) and end.outcome is Outcome.MUCKED]

    def _turned_up(self, result: Result) -> Result:
        return Result(result.line, self.seats[result.player], result.player, Outcome.MUCKED, cards=result.cards)
