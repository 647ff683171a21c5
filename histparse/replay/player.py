"""Step 3, replay: one player's place in the books. It keeps what happened and judges nothing."""

from __future__ import annotations

from histparse.cards import Cards
from histparse.events import PostKind
from histparse.hand import Seat

DRAWS = 3


class Player:
    """A player who was dealt in. Amounts in 1/100; `order` counts from left of the button."""

    __slots__ = (
        "acted",
        "all_in",
        "answered",
        "before",
        "bet",
        "collected",
        "dead",
        "drawn",
        "drawn_on",
        "epoch",
        "faced_on",
        "folded",
        "folded_after",
        "folded_epoch",
        "glimpsed",
        "held",
        "mucked",
        "name",
        "order",
        "owed_cards",
        "paid",
        "position",
        "posted",
        "returned",
        "seat",
        "shown",
        "stack",
        "start",
        "thrown",
        "thrown_count",
    )

    def __init__(self, seat: Seat, order: int, position: str, stack: int) -> None:
        self.name = seat.player
        self.seat = seat.seat
        self.order = order
        self.position = position
        self.start = stack
        self.stack = stack
        self.bet = 0
        """Live chips in front of him in this round."""
        self.paid = 0
        """All chips he put in, dead ones too, less what was returned."""
        self.dead = 0
        """The part of `paid` that was posted dead: it lies in the main pot and makes no side pot."""
        self.returned = 0
        self.collected = 0
        self.posted: PostKind | None = None
        self.acted = False
        """Has acted in this round."""
        self.answered = 0
        """The level he last answered in this round."""
        self.folded = False
        self.folded_after: int | None = None
        """Draws begun before he folded."""
        self.folded_epoch = 0
        """The deck's epoch as he folded."""
        self.all_in = False
        self.held: Cards | None = None
        """His five cards, while they are known."""
        self.before: Cards | None = None
        """The cards he held as he last drew, where they are known."""
        self.glimpsed = False
        """The text has shown a card that he held."""
        self.thrown: list[str] = []
        """Known cards he threw, in order."""
        self.thrown_count = 0
        self.owed_cards: int | None = 0
        """Cards he threw in this draw and has not been seen to receive; None where the text gives two numbers."""
        self.drawn: list[int | None] = [None] * DRAWS
        """Cards drawn in each draw: 0 = stood pat, None = did not get there."""
        self.drawn_on = 0
        """The line of his draw in the present draw, 0 while he has none."""
        self.epoch = 0
        """The deck's epoch as he was last given cards."""
        self.shown: Cards | None = None
        self.mucked = False
        self.faced_on = 0
        """The line on which he showed or mucked, 0 before."""

    def pay(self, chips: int) -> None:
        """Chips leave the stack for the pot."""
        self.stack -= chips
        self.paid += chips

    @property
    def net(self) -> int:
        """What the hand brought him, in 1/100."""
        return self.collected - self.paid
