"""The people of a hand, counted once more: where they sit, what they hold, what they put in."""

from __future__ import annotations

from dataclasses import dataclass, field

from histparse.model import events as ev
from histparse.model.cards import DECK, Cards
from histparse.model.hand import Hand


@dataclass(eq=False)
class Person:
    """Somebody dealt in. Amounts in 1/100."""

    name: str
    position: str
    chips: int
    hero: bool
    put: int = 0
    street: int = 0
    """Live chips in front of them in this round."""
    won: int = 0
    out_of_pot: int = 0
    """Chips nobody called that are in what they are said to have won."""
    post: bool = False
    folded: bool = False
    draws: list[int] = field(default_factory=list)
    """Cards drawn in each draw they reached."""
    cards: list[Cards | None] = field(default_factory=lambda: [None])
    """The five they are known to hold in each betting round, as long as they are in."""

    seen: list[bool] = field(default_factory=lambda: [False])
    """Whether the text printed those cards as they came."""
    printed: Cards | None = None
    """The five that the text prints at the end."""

    def known_as(self, n: int) -> list[str]:
        """In which sums the cards of that round count: seen as they came, or shown at the end and held till then."""
        shown = self.printed is not None and set(self.printed) == set(self.cards[n] or ())
        return ["heroes"] * self.seen[n] + ["shown hands"] * shown

    @property
    def all_in(self) -> bool:
        return self.chips <= 0

    def pay(self, chips: int, *, live: int) -> None:
        self.chips -= chips
        self.put += chips
        self.street += live


def five(cards: Cards | None) -> Cards | None:
    """Five different known cards, else None."""
    return cards if cards and len(cards) == len(set(cards)) == 5 and set(cards) <= set(DECK) else None


def know_backwards(person: Person) -> None:
    """Who stood pat held before what they held after."""
    person.cards = [five(cards) for cards in person.cards]
    for draw in reversed(range(len(person.draws))):
        if person.draws[draw] == 0:
            person.cards[draw] = person.cards[draw] or person.cards[draw + 1]


def seated(hand: Hand) -> list[Person]:
    """Those dealt in, from left of the button."""
    button, cap = hand.table.button or 0, hand.header.stack_cap
    seats = sorted((seat for seat in hand.seats if seat.dealt_in), key=lambda seat: (seat.seat <= button, seat.seat))
    first = seats[0].player if seats else ""
    names = [*_positions(len(seats), small_blind=not _dead_small_blind(hand, first)), *[""] * len(seats)]
    return [
        Person(seat.player, names[n], min(seat.stack, cap or seat.stack), seat.player == hand.hero)
        for n, seat in enumerate(seats)
    ]


def _positions(dealt: int, *, small_blind: bool) -> list[str]:
    if dealt == 2:
        return ["BB", "BTN/SB"]
    blinds = ["SB", "BB"] if small_blind else ["BB"]
    last_positions = {0: [], 5: ["UTG", "UTG+1", "HJ", "CO", "BTN"]}.get(
        dealt - len(blinds), ["UTG", "HJ", "CO", "BTN"][-(dealt - len(blinds)) :]
    )
    return [*blinds, *last_positions]


def _dead_small_blind(hand: Hand, first: str) -> bool:
    posts = [event for event in hand.events if isinstance(event, ev.Post)]
    kinds = [post.kind for post in posts if post.kind in {ev.PostKind.SMALL_BLIND, ev.PostKind.BIG_BLIND}]
    big = next((post.player for post in posts if post.kind is ev.PostKind.BIG_BLIND), None)
    return kinds[:1] == [ev.PostKind.BIG_BLIND] and big == first
