"""Everybody's known cards from the deal to the showdown."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.cards import CARDS_IN_HAND, UNKNOWN, UNKNOWN_HAND, Cards
from histparse.model.events import Deal, Discard, Event, Receive, StandPat


class KnownCards:
    """Hands by player; an incompletely known hand is left out."""

    def __init__(self) -> None:
        self.held: dict[str, Cards] = {}

    def deal(self, event: Deal | None, player: str, line: int) -> Deal:
        """Deal five cards, known or not."""
        self._hold(player, event.cards if event is not None else None)
        return Deal(line, player, self.held.get(player, UNKNOWN_HAND))

    def stand_pat(self, event: StandPat, receive: Receive | None) -> StandPat:
        """Stand pat; the line or one after it may repeat the five cards."""
        repeated = event.held or (receive.held if receive is not None else None)
        if event.player not in self.held:
            self._hold(event.player, repeated)
        return StandPat(event.line, event.player, self.held.get(event.player))

    def draw(self, event: Discard, receive: Receive | None) -> Iterator[Event]:
        """The cards discarded, kept and new, each worked out from the others if the text leaves them out."""
        player, line = event.player, event.line
        got = receive or Receive(line, player)
        before, after = self.held.get(player), _seen(got.held, 5)
        thrown = _seen(event.cards, event.count)
        # With five new cards none are kept, and no text says so.
        kept = () if event.count == CARDS_IN_HAND else _seen(got.kept, 5 - event.count)
        # If the number of kept cards is wrong, so is the rest of the line.
        new = _seen(got.new, event.count) if kept is not None or got.kept is None else None
        thrown = thrown or _seen(_less(before, kept if kept is not None else after), event.count)
        kept = kept if kept is not None else _seen(_less(before, thrown) or _less(after, new), 5 - event.count)
        new = new or _seen(_less(after, kept), event.count)
        self._hold(player, after if after is not None else _both(kept, new))
        # No text shows what its hero throws and not what they get.
        yield Discard(line, player, event.count, thrown if new is not None else None)
        yield Receive(got.line, player, event.count, kept, new)

    def _hold(self, player: str, cards: Cards | None) -> None:
        seen = _seen(cards, 5)
        if seen is None:
            self.held.pop(player, None)
        else:
            self.held[player] = seen


def _seen(cards: Cards | None, count: int) -> Cards | None:
    """The cards, if exactly that many are known."""
    return cards if cards is not None and len(cards) == count and UNKNOWN not in cards else None


def _less(cards: Cards | None, others: Cards | None) -> Cards | None:
    """The cards that are not among the others."""
    return None if cards is None or others is None else tuple(card for card in cards if card not in others)


def _both(kept: Cards | None, new: Cards | None) -> Cards | None:
    return None if kept is None or new is None else kept + new
