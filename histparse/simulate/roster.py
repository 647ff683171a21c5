"""Who sits at a table, and who of them is dealt in next."""

from __future__ import annotations

from dataclasses import dataclass

from histparse.model.events import PostKind
from histparse.model.hand import Seat
from histparse.simulate.state import Player
from histparse.simulate.styles import Style


@dataclass(slots=True, eq=False)
class Guest:
    """Somebody at the table, from hand to hand."""

    name: str
    seat: int
    stack: int
    style: Style
    owes: PostKind | None = None
    """The blind they must post before they are dealt in anywhere but in the big blind."""
    new: bool = False
    """Never dealt in so far."""
    away: bool = False
    """Sitting out."""


def clockwise(guests: list[Guest], seat: int) -> list[Guest]:
    """From left of that seat round to it."""
    return sorted(guests, key=lambda guest: (guest.seat <= seat, guest.seat))


def next_deal(guests: list[Guest], button: int) -> list[Guest]:
    """Those dealt in next, from left of the new button, which is the last of them. At least two must be there."""
    ready = [guest for guest in clockwise(guests, button) if not guest.away]
    settled = [guest for guest in ready if guest.owes is None]
    if len(settled) < 2:
        for guest in ready:
            guest.owes = None
        settled = ready
    order = clockwise(ready, settled[0].seat)
    # Whoever owes a blind waits until the button has passed them: they cannot come in as the small blind.
    while order[0].owes:
        order.pop(0)
    return order


def seat_lines(guests: list[Guest], dealt: list[Guest]) -> tuple[Seat, ...]:
    """A line for everybody but those who wait for their first hand."""
    shown = [guest for guest in clockwise(guests, 0) if guest in dealt or not guest.new]
    return tuple(
        Seat(place, guest.seat, guest.name, guest.stack, guest in dealt) for place, guest in enumerate(shown, start=3)
    )


def as_player(guest: Guest) -> Player:
    """The guest, ready for one hand."""
    return Player(guest.name, guest.seat, guest.stack, guest.style, guest.owes, start=guest.stack)


def take_back(dealt: list[Guest], players: list[Player]) -> None:
    """What the hand has changed."""
    for guest, player in zip(dealt, players, strict=True):
        guest.stack = player.stack
        guest.owes = None
        guest.new = False


def seats_for(most_players: int) -> int:
    """Chairs at a table for that many players: two or at least six."""
    return 2 if most_players == 2 else max(most_players, 6)
