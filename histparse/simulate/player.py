"""One player of one hand: their chips, their cards, and what they have done."""

from __future__ import annotations

from dataclasses import dataclass, field

from histparse.model.cards import Card
from histparse.model.events import PostKind
from histparse.simulate.styles import Style


@dataclass(slots=True, eq=False)
class Player:
    """One player of one hand. Amounts in 1/100."""

    name: str
    seat: int
    stack: int
    style: Style
    must_post: PostKind | None = None
    """The blind that a new or returning player owes."""
    start: int = 0
    cards: list[Card] = field(default_factory=list)
    thrown: list[Card] = field(default_factory=list)
    """The player's discards so far."""
    bet: int = 0
    """Chips in front of them in this round."""
    paid: int = 0
    """Live chips put in so far, this round included."""
    dead: int = 0
    """Dead chips put in: they go to the main pot and are not a bet."""
    folded_after: int | None = None
    """Draws made before they folded."""
    snowing: bool = False
    shown: bool = False
    mucked: bool = False
    won: int = 0

    @property
    def live(self) -> bool:
        """Whether they have not folded; they may be all-in."""
        return self.folded_after is None

    @property
    def can_bet(self) -> bool:
        """Whether they are live with chips left."""
        return self.folded_after is None and self.stack > 0

    @property
    def reach(self) -> int:
        """The street total they can bet."""
        return self.bet + self.stack

    def pay(self, amount: int) -> None:
        """Move chips from the stack to the bet."""
        self.stack -= amount
        self.bet += amount
        self.paid += amount
