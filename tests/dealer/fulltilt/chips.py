"""Full Tilt: the chips of a hand, and how many contest them."""

from __future__ import annotations

from histparse.export.ledger import Ledger
from histparse.model.events import Bet, Call, Event, Post, Raise
from histparse.model.hand import Hand


class Chips(Ledger):
    """The ledger, with what the headings of draws say beside the pot."""

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.all_in: set[str] = set()
        """Players whom the text calls all-in."""
        self._dealt = sum(seat.dealt_in for seat in hand.seats)

    @property
    def contenders(self) -> int:
        """The number of players who have not folded."""
        return self._dealt - len(self.folded)

    def apply_event(self, event: Event) -> None:
        """Apply that event."""
        super().apply_event(event)
        if isinstance(event, Post | Call | Bet | Raise) and event.all_in:
            self.all_in.add(event.player)
