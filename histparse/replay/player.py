"""Step 3, replay: the state of one player. It records what happened and judges nothing."""

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
    """The starting stack, as far as the player may use it in this hand."""
    stack: int
    bet: int = 0
    """Live chips in front of them in this round."""
    paid: int = 0
    """All chips they put in, including dead ones, less what was returned."""
    dead: int = 0
    """The part of `paid` that was posted dead: it is in the main pot and makes no side pot."""
    returned: int = 0
    uncalled: int = 0
    """The part of `paid` that nobody called but the text leaves in the pot: it comes back in what they collect."""
    collected: int = 0
    posted: set[PostKind] = field(default_factory=set)
    acted: bool = False
    """Whether they have acted in this round."""
    answered: int = 0
    """The level they last responded to in this round."""
    folded: bool = False
    folded_after: int | None = None
    """The number of draws begun before they folded."""
    folded_epoch: int = 0
    """The deck's epoch when they folded."""
    all_in: bool = False
    held: Cards | None = None
    """The five cards the player holds, if known."""
    stated_once: Cards = ()
    """The cards among them that only one line has stated so far."""
    held_before: Cards | None = None
    """The cards they held when they last drew, if known."""
    glimpsed: bool = False
    """Whether the text has shown a card that they held."""
    thrown: list[str] = field(default_factory=list)
    """Known cards they discarded, in order."""
    thrown_count: int = 0
    drawn_since: int = 0
    """Cards they drew after the first reshuffle."""
    owed_cards: int | None = 0
    """How many cards they are still owed in this draw; None if the text gives two different numbers."""
    drawn: list[int | None] = field(default_factory=lambda: [None] * DRAWS)
    """Cards drawn in each draw: 0 = stood pat, None = not reached."""
    drawn_on: int = 0
    """The line on which they drew in the current draw, 0 if not yet."""
    served_on: int = 0
    """The line on which they got their cards in it, 0 if not yet."""
    epoch: int = 0
    """The deck's epoch when they were last dealt cards."""
    shown: Cards | None = None
    mucked: bool = False
    faced_on: int = 0
    """The line on which they showed or mucked, 0 before."""

    def pay(self, chips: int) -> None:
        """Chips leave the stack for the pot."""
        self.stack -= chips
        self.paid += chips

    @property
    def uncalled_back(self) -> int:
        """The part of `uncalled` that came back to them out of the pot: neither put in nor won."""
        return min(self.uncalled, self.collected)

    @property
    def contributed(self) -> int:
        """Chips they put in, less what nobody called."""
        return self.paid - self.uncalled_back

    @property
    def won(self) -> int:
        """Chips they took from the pots beyond what nobody called."""
        return self.collected - self.uncalled_back

    @property
    def net(self) -> int:
        """The player's result in this hand, in 1/100."""
        return self.collected - self.paid
