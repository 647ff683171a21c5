"""Step 3, replay: one player's place in the books. It keeps what happened and judges nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from histparse.model.cards import Cards
from histparse.model.events import PostKind

DRAWS = 3


@dataclass(slots=True, eq=False)
class Player:
    """A player who was dealt in. Amounts in 1/100; `order` counts from left of the button."""

    name: str
    seat: int
    order: int
    position: str
    start: int
    """The stack they came with, as far as they may use it in this hand."""
    stack: int
    bet: int = 0
    """Live chips in front of them in this round."""
    paid: int = 0
    """All chips they put in, dead ones too, less what was returned."""
    dead: int = 0
    """The part of `paid` that was posted dead: it lies in the main pot and makes no side pot."""
    returned: int = 0
    uncalled: int = 0
    """The part of `paid` that nobody called and the text leaves in the pot: who has it back, has collected it too."""
    collected: int = 0
    posted: PostKind | None = None
    acted: bool = False
    """Has acted in this round."""
    answered: int = 0
    """The level they last answered in this round."""
    folded: bool = False
    folded_after: int | None = None
    """Draws begun before they folded."""
    folded_epoch: int = 0
    """The deck's epoch as they folded."""
    all_in: bool = False
    held: Cards | None = None
    """Their five cards, while they are known."""
    told_once: Cards = ()
    """Of those the cards that only one line has told so far."""
    before: Cards | None = None
    """The cards they held as they last drew, where they are known."""
    glimpsed: bool = False
    """The text has shown a card that they held."""
    thrown: list[str] = field(default_factory=list)
    """Known cards they threw, in order."""
    thrown_count: int = 0
    owed_cards: int | None = 0
    """Cards they threw in this draw and have not been seen to receive; None where the text gives two numbers."""
    drawn: list[int | None] = field(default_factory=lambda: [None] * DRAWS)
    """Cards drawn in each draw: 0 = stood pat, None = did not get there."""
    drawn_on: int = 0
    """The line of their draw in the present draw, 0 while they have none."""
    epoch: int = 0
    """The deck's epoch as they were last given cards."""
    shown: Cards | None = None
    mucked: bool = False
    faced_on: int = 0
    """The line on which they showed or mucked, 0 before."""

    def pay(self, chips: int) -> None:
        """Chips leave the stack for the pot."""
        self.stack -= chips
        self.paid += chips

    @property
    def back(self) -> int:
        """What of `uncalled` came back to them out of the pot: neither put in nor won."""
        return min(self.uncalled, self.collected)

    @property
    def contributed(self) -> int:
        """Chips they put in, less what nobody called."""
        return self.paid - self.back

    @property
    def won(self) -> int:
        """Chips they took from the pots beyond what nobody called."""
        return self.collected - self.back

    @property
    def net(self) -> int:
        """What the hand brought them, in 1/100."""
        return self.collected - self.paid
