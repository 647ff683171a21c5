"""Tracks the chips of a hand event by event: what everybody put in, got back and won."""

from __future__ import annotations

from collections import Counter

from histparse.model.events import Bet, Call, Collect, DrawBegins, Event, Fold, Post, PostKind, Raise, Uncalled
from histparse.model.hand import Hand, Header, Limit, Seat


def big_blind(header: Header) -> int:
    """The blind to match before the first draw."""
    return header.big_blind or (header.low if header.limit is Limit.FIXED else header.high)


def ring(hand: Hand) -> list[Seat]:
    """The seats dealt in, from left of the button."""
    button = hand.table.button or 0
    return sorted((seat for seat in hand.seats if seat.dealt_in), key=lambda seat: (seat.seat <= button, seat.seat))


class Ledger:
    """Amounts by player in 1/100, for the events entered so far."""

    def __init__(self, hand: Hand) -> None:
        self.bets = Counter[str]()
        """Chips in front of them in this round."""
        self.live = Counter[str]()
        """Live chips and antes put in, less those returned."""
        self.dead = Counter[str]()
        """Dead chips put in."""
        self.won = Counter[str]()
        self.folded: set[str] = set()
        self.all_in: set[str] = set()
        """Players whom the text calls all-in."""
        self._stacks = {seat.player: seat.stack for seat in hand.seats}
        self._dealt = sum(seat.dealt_in for seat in hand.seats)
        self._big_blind = big_blind(hand.header)

    @classmethod
    def closed(cls, hand: Hand) -> Ledger:
        """The ledger with all events of the hand entered."""
        ledger = cls(hand)
        for event in hand.events:
            ledger.enter(event)
        return ledger

    @property
    def pot(self) -> int:
        """All chips put in and not returned."""
        return self.live.total() + self.dead.total()

    @property
    def contenders(self) -> int:
        """How many have not folded."""
        return self._dealt - len(self.folded)

    def net(self, player: str) -> int:
        """The player's result in the hand."""
        return self.won[player] - self.live[player] - self.dead[player]

    def left(self, player: str) -> int:
        """The player's remaining stack."""
        return self._stacks.get(player, 0) + self.net(player)

    def enter(self, event: Event) -> None:
        """Apply that event."""
        match event:
            case Post():
                self._post(event)
            case Call(player=player, added=int(added)) | Bet(player=player, added=added):
                self._bet(player, added)
            case Call(player=player, to=int(to)) | Raise(player=player, to=int(to)):
                self._bet(player, to - self.bets[player])
            case Uncalled(player=player, amount=amount):
                self.live[player] -= amount
            case Collect(player=player, amount=amount):
                self.won[player] += amount
            case Fold(player=player):
                self.folded.add(player)
            case DrawBegins():
                self.bets.clear()
        if isinstance(event, Post | Call | Bet | Raise) and event.all_in:
            self.all_in.add(event.player)

    def _post(self, post: Post) -> None:
        """A small blind posted with the big one is dead."""
        match post.kind:
            case PostKind.ANTE:
                self.live[post.player] += post.amount
            case PostKind.DEAD_BLIND:
                self.dead[post.player] += post.amount
            case PostKind.SMALL_AND_BIG:
                live = min(post.amount, self._big_blind)
                self.dead[post.player] += post.amount - live
                self._bet(post.player, live)
            case _:
                self._bet(post.player, post.amount)

    def _bet(self, player: str, chips: int) -> None:
        self.bets[player] += chips
        self.live[player] += chips
