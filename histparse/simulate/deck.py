"""The deck: the stub to deal from, the discards, and the house's way of reshuffling."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from histparse.model.cards import DECK, Card
from histparse.model.events import Deal, Event, Receive, Reshuffle
from histparse.model.house import House, Shortage, Source


class Deck:
    """52 cards. The end of `stub` is its top."""

    def __init__(self, random: Random, house: House) -> None:
        self.random = random
        self.house = house
        self.stub: list[Card] = random.sample(DECK, len(DECK))
        self.folded: list[Card] = []
        self.thrown: list[tuple[int, Card]] = []
        """The cards outside the stub, each with its draw; players served so far."""

    def deal(self) -> list[Card]:
        """Deal five cards."""
        cards = self.stub[-5:]
        del self.stub[-5:]
        return cards

    def fold(self, cards: list[Card]) -> None:
        """Take in the cards of a player who folds."""
        self.folded += cards

    def throw(self, draw: int, cards: Collection[Card]) -> None:
        """Take in the discards of a player who has been served."""
        self.thrown += [(draw, card) for card in cards]

    def follow(self, event: Event) -> None:
        """Let cards come and go as in a hand that was dealt before, with another deck."""
        match event:
            case Deal(cards=cards) | Receive(new=cards):
                self.stub = [card for card in self.stub if card not in (cards or ())]
            case Reshuffle():
                self._reshuffle(0, {Source.THIS_DRAW, Source.EARLIER_DRAWS, *self.house.reshuffled})

    def serve(self, count: int, draw: int, own: Collection[Card]) -> tuple[list[Card], bool]:
        """`count` cards for a player who discarded `own` in earlier draws, and whether a reshuffle was needed."""
        barred: Collection[Card] = () if self.house.own_discard_returns else own
        if self._fit(barred) >= count:
            return self._take(count, barred), False
        taken: list[Card] = []
        if self.house.shortage is not Shortage.MIXED_IN:
            taken = self._take(self._fit(barred), barred)
        for sources in self._stages():
            if len(taken) < count:
                self._reshuffle(draw, sources)
                taken += self._take(min(count - len(taken), self._fit(barred)), barred)
        return taken, True

    def _stages(self) -> list[Collection[Source]]:
        """The cards to reshuffle at a shortage, one source after the other until they suffice."""
        sources = self.house.reshuffled
        last = (Source.THIS_DRAW,) if self.house.this_draw_last else ()
        return [[source for source in sources if source not in last], last or sources, tuple(Source)]

    def _fit(self, barred: Collection[Card]) -> int:
        if not barred:
            return len(self.stub)
        return sum(card not in barred for card in self.stub)

    def _take(self, count: int, barred: Collection[Card]) -> list[Card]:
        taken: list[Card] = []
        passed: list[Card] = []
        while len(taken) < count:
            card = self.stub.pop()
            (passed if card in barred else taken).append(card)
        self.stub += reversed(passed)
        return taken

    def _reshuffle(self, draw: int, sources: Collection[Source]) -> None:
        wanted = {when: (Source.THIS_DRAW if when == draw else Source.EARLIER_DRAWS) in sources for when in (1, 2, 3)}
        self.stub += [card for when, card in self.thrown if wanted[when]]
        self.thrown = [(when, card) for when, card in self.thrown if not wanted[when]]
        if Source.FOLDED_HANDS in sources:
            self.stub += self.folded
            self.folded = []
        self.random.shuffle(self.stub)
