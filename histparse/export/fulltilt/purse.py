"""Full Tilt: the headings of draws tell the pot, who is left, and who is all-in; here is kept count of it."""

from __future__ import annotations

from collections import Counter

from histparse.model.events import Bet, Call, DrawBegins, Event, Fold, Post, PostKind, Raise, Uncalled
from histparse.model.hand import Hand

_DEAD = (PostKind.ANTE, PostKind.DEAD_BLIND)


class Purse:
    """The chips of one hand as its events go by. Amounts in 1/100."""

    def __init__(self, hand: Hand) -> None:
        self.pot = 0
        self.live = sum(seat.dealt_in for seat in hand.seats)
        self.all_in = 0
        self._bets = Counter[str]()

    def take(self, event: Event) -> None:
        """What that event changes."""
        match event:
            case Post(kind=kind) if kind in _DEAD:
                self.pot += event.amount
            case Post():
                self._pay(event.player, event.amount)
            case Call(added=int(added)) | Bet(added=added):
                self._pay(event.player, added)
            case Raise(to=int(to)):
                self._pay(event.player, to - self._bets[event.player])
            case Uncalled():
                self.pot -= event.amount
            case Fold():
                self.live -= 1
            case DrawBegins():
                self._bets.clear()
        self.all_in += isinstance(event, Post | Call | Bet | Raise) and event.all_in

    def _pay(self, player: str, chips: int) -> None:
        self.pot += chips
        self._bets[player] += chips
