"""Full Tilt: takes the rake of a hand from its main pot, wherever it was taken."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.export.contract import UnwritableError
from histparse.export.ledger import Ledger
from histparse.export.pots import pots
from histparse.model.events import Collect, Event, Total
from histparse.model.hand import Hand


def raked_from_main_pot(hand: Hand) -> Hand:
    """The hand, or one with the same results in which no side pot is raked.

    Raises UnwritableError where these would not be the same: several players win the pots.
    """
    total = next((event for event in hand.events if isinstance(event, Total)), None)
    if total is None or total.main is None:
        return hand
    ledger = Ledger.closed(hand)
    live = [seat.player for seat in hand.seats if seat.dealt_in and seat.player not in ledger.folded]
    main, *sides = (pot.amount for pot in pots(ledger, live))
    left = main - (total.rake or 0)
    if list(total.sides) == sides:
        return hand
    if len({event.player for event in hand.events if isinstance(event, Collect)}) > 1 or left < 0:
        raise UnwritableError("fulltilt takes the rake from the main pot, and a side pot of this hand was raked")
    return replace(hand, events=tuple(_with_amounts(event, [left, *sides]) for event in hand.events))


def _with_amounts(event: Event, paid: list[int]) -> Event:
    """The event with what each pot pays."""
    if isinstance(event, Collect):
        return replace(event, amount=paid[event.pot or 0])
    return replace(event, main=paid[0], sides=tuple(paid[1:])) if isinstance(event, Total) else event
