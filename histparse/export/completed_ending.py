"""Completes the showdown, the payouts and the summary, however much of them the text prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import replace

from histparse.export.contract import UnwritableError
from histparse.export.ledger import KnownCards, Ledger, ring
from histparse.export.pots import Pot, payouts, pots
from histparse.model import events as ev
from histparse.model.cards import CARDS_IN_HAND, UNKNOWN, Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Seat
from histparse.model.house import FirstToShow, House

SMALL_BLIND, BIG_BLIND = PostKind.SMALL_BLIND, PostKind.BIG_BLIND


class Ending:
    """The end of one hand, whose bets are in the ledger; who shows first is up to the house."""

    def __init__(self, hand: Hand, house: House, ledger: Ledger, cards: KnownCards, played: list[Event]) -> None:
        self.hand = hand
        self.house = house
        self.ledger = ledger
        self.played = played
        self.live = [seat.player for seat in ring(hand) if seat.player not in ledger.folded]
        self.line = max((event.line for event in hand.events if not isinstance(event, ev.Result | ev.Total)), default=0)
        self.shown = {
            event.player: event.cards
            for event in hand.events
            if isinstance(event, ev.Show) and event.player not in ledger.folded
        }
        turned_up = {e.player: e.cards for e in ev.of_type(hand.events, ev.Result) if e.cards}
        self.hands: dict[str, Cards] = cards.held | turned_up | self.shown
        """Everybody's last cards, if known."""
        self.faced: set[str] = set()
        """Players who have shown or mucked."""

    def events(self) -> Iterator[Event]:
        """In the dealer's order."""
        if self.hand.cancelled:
            yield from self._cancelled()
            return
        if any(UNKNOWN in cards or len(cards) < CARDS_IN_HAND for cards in self.shown.values()):
            raise UnwritableError("a hand is shown only in part")
        all_pots = pots(self.ledger, self.live)
        paid = self._paid(all_pots)
        if len(self.live) == 1:
            yield from self._unseen(paid)
        else:
            yield ev.ShowdownBegins(self.line)
            for number in reversed(range(len(all_pots))):
                yield from self._turned_up(all_pots[number].claims)
                yield from (share for share in paid if (share.pot or 0) == number)
        yield from self._summary(paid)

    def _cancelled(self) -> Iterator[Event]:
        """Nobody wins or loses."""
        yield ev.Cancelled(self.line)
        yield ev.SummaryBegins(self.line)
        for seat in self._dealt():
            yield ev.Result(self.line, seat.seat, seat.player, Outcome.COLLECTED, self._positions(seat), won=0)

    def _paid(self, all_pots: list[Pot]) -> list[ev.Collect]:
        mucked = {event.player for event in ev.of_type(self.hand.events, ev.Muck)}
        compared = {player: cards for player, cards in self.hands.items() if player not in mucked - self.shown.keys()}
        uncalled = next((event for event in reversed(self.played) if isinstance(event, ev.Uncalled)), None)
        return payouts(self.hand, self.ledger, all_pots, compared, uncalled)

    # --- the showdown ---------------------------------------------------------------------------------------

    def _unseen(self, paid: list[ev.Collect]) -> Iterator[Event]:
        """Everybody else has folded: the player left need not show."""
        yield from paid
        (winner,) = self.live
        if winner in self.shown:
            yield ev.Show(self.line, winner, self.shown[winner])
        elif winner != self.hand.hero:
            yield ev.NoShow(self.line, winner)

    def _turned_up(self, claims: Iterable[str]) -> Iterator[Event]:
        """Shows and mucks of those with a claim on that pot but none before; players not mentioned muck."""
        for player in self._facing():
            if player in claims and player not in self.faced:
                self.faced.add(player)
                cards = self.shown.get(player)
                yield ev.Muck(self.line, player) if cards is None else ev.Show(self.line, player, cards)

    def _facing(self) -> list[str]:
        """The order of showing: from the last aggressor of the last round, or of the hand where the house has it so."""
        river = max((place for place, event in enumerate(self.played) if isinstance(event, ev.DrawBegins)), default=0)
        begin = 0 if self.house.first_to_show is FirstToShow.LAST_AGGRESSOR else river
        bettors = [event.player for event in self.played[begin:] if isinstance(event, ev.Bet | ev.Raise)]
        place = self.live.index(bettors[-1]) if bettors and bettors[-1] in self.live else 0
        return self.live[place:] + self.live[:place]

    # --- the summary ----------------------------------------------------------------------------------------

    def _summary(self, paid: list[ev.Collect]) -> Iterator[Event]:
        line = self.hand.last_line
        yield ev.SummaryBegins(line)
        won = Counter[int]()
        for share in paid:
            won[share.pot or 0] += share.amount
        main, *sides = [won[number] for number in range(max(won, default=0) + 1)]
        stated = next((event.rake for event in ev.of_type(self.hand.events, ev.Total)), None)
        rake = self.ledger.pot - won.total() if stated is None else stated
        yield ev.Total(line, self.ledger.pot, rake, main if sides else None, tuple(sides))
        for seat in self._dealt():
            yield self._result(seat, sum(share.amount for share in paid if share.player == seat.player))

    def _dealt(self) -> list[Seat]:
        """Players dealt in, by seat."""
        return sorted(ring(self.hand), key=attrgetter("seat"))

    def _result(self, seat: Seat, won: int) -> ev.Result:
        player, positions = seat.player, self._positions(seat)
        result = ev.Result(self.hand.last_line, seat.seat, player, Outcome.MUCKED, positions)
        if player in self.ledger.folded:
            idle = not self.ledger.live[player] + self.ledger.dead[player]
            after, bet = self._folded_after(player), False if idle else None
            return replace(result, outcome=Outcome.FOLDED, folded_after=after, bet=bet)
        if player in self.shown:
            return replace(result, outcome=Outcome.SHOWED, cards=self.shown[player], won=won or None)
        if len(self.live) == 1:
            return replace(result, outcome=Outcome.COLLECTED, won=won or None)
        return replace(result, cards=self.hands.get(player))

    def _folded_after(self, player: str) -> int:
        """Draws made before they folded."""
        draws = 0
        for event in self.played:
            if isinstance(event, ev.DrawBegins):
                draws = event.draw
            elif isinstance(event, ev.Fold) and event.player == player:
                break
        return draws

    def _positions(self, seat: Seat) -> tuple[str, ...]:
        """Heads-up the button posts the small blind."""
        posts = ev.of_type(self.played, ev.Post)
        blinds = {kind: next((p.player for p in posts if p.kind is kind), None) for kind in (SMALL_BLIND, BIG_BLIND)}
        words = ["button"] if seat.seat == self.hand.table.button else []
        return (*words, *(kind.value for kind, player in blinds.items() if player == seat.player))
