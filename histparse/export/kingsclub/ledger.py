"""KingsClub: what a hand brought everybody, for its summary tells just that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from histparse.model.events import Bet, Call, Collect, DrawBegins, Event, Post, PostKind, Raise, Uncalled


class Ledger:
    """Chips by player, from the events as the dealer gives them: `live` and `dead` ones put in, and those `won`."""

    def __init__(self, events: Iterable[Event], big_blind: int) -> None:
        self.live: Counter[str] = Counter()
        self.dead: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self._big_blind = big_blind
        self._bets: Counter[str] = Counter()
        for event in events:
            self._enter(event)

    def net(self, player: str) -> int:
        """What the hand brought the player."""
        return self.won[player] - self.live[player] - self.dead[player]

    def _enter(self, event: Event) -> None:
        match event:
            case Post(kind=PostKind.ANTE):
                self.live[event.player] += event.amount
            case Post():
                dead = max(event.amount - self._big_blind, 0) if event.kind is PostKind.SMALL_AND_BIG else 0
                self.dead[event.player] += dead
                self._bet(event.player, event.amount - dead)
            case Bet() | Call():
                self._bet(event.player, event.added or 0)
            case Raise():
                self._bet(event.player, (event.to or 0) - self._bets[event.player])
            case Uncalled():
                self.live[event.player] -= event.amount
            case Collect():
                self.won[event.player] += event.amount
            case DrawBegins():
                self._bets.clear()

    def _bet(self, player: str, chips: int) -> None:
        self._bets[player] += chips
        self.live[player] += chips
