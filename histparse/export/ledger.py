"""What the dealer's events come to: chips paid and left, for sites that tell figures of their own."""

from __future__ import annotations

from collections import Counter

from histparse.model.events import Bet, Call, Collect, DrawBegins, Event, Fold, Post, PostKind, Raise, Uncalled
from histparse.model.hand import Hand


class Ledger:
    """Amounts by player in 1/100, after the whole hand."""

    def __init__(self, hand: Hand) -> None:
        self.paid = Counter[str]()
        """Put in, dead chips too, less what was returned."""
        self.collected = Counter[str]()
        self.folded: set[str] = set()
        self._street = Counter[str]()
        self._big_blind = hand.header.low
        self._start = {seat.player: seat.stack for seat in hand.seats}
        for event in hand.events:
            self._enter(event)

    def left(self, player: str) -> int:
        """Their stack when the hand is over."""
        return self._start[player] - self.paid[player] + self.collected[player]

    def _enter(self, event: Event) -> None:
        match event:
            case DrawBegins():
                self._street.clear()
            case Post(player=player, amount=amount, kind=kind):
                live = 0 if kind is PostKind.ANTE else min(amount, self._big_blind)
                self._pay(player, live)
                self.paid[player] += amount - live
            case Call(player=player, added=int(added)) | Bet(player=player, added=added):
                self._pay(player, added)
            case Raise(player=player, to=int(to)):
                self._pay(player, to - self._street[player])
            case Uncalled(player=player, amount=amount):
                self.paid[player] -= amount
            case Collect(player=player, amount=amount):
                self.collected[player] += amount
            case Fold(player=player):
                self.folded.add(player)

    def _pay(self, player: str, live: int) -> None:
        self.paid[player] += live
        self._street[player] += live
