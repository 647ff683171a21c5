"""Who sits at a table, and which of them are dealt in next."""

from __future__ import annotations

from dataclasses import dataclass

from histparse.model.events import PostKind
from histparse.model.hand import Seat
from histparse.simulate.player import Player
from histparse.simulate.styles import Style


@dataclass(slots=True, eq=False)
class Occupant:
    """The player in a seat, from hand to hand."""

    name: str
    seat: int
    stack: int
    style: Style
    owes: PostKind | None = None
    """The blind they must post to be dealt in, unless they are in the big blind."""
    new: bool = False
    """Not yet dealt in."""
    away: bool = False
    """Whether the player is sitting out."""


def clockwise(occupants: list[Occupant], seat: int) -> list[Occupant]:
    """The occupants from left of that seat."""
    return sorted(occupants, key=lambda occupant: (occupant.seat <= seat, occupant.seat))


def next_deal(occupants: list[Occupant], button: int) -> list[Occupant]:
    """The players dealt in next, from left of the new button; the button is last. Needs at least two."""
    ready = [occupant for occupant in clockwise(occupants, button) if not occupant.away]
    settled = [occupant for occupant in ready if occupant.owes is None]
    if len(settled) < 2:
        for occupant in ready:
            occupant.owes = None
        settled = ready
    order = clockwise(ready, settled[0].seat)
    # A player who owes a blind waits until the button has passed: they cannot enter as the small blind.
    while order[0].owes:
        order.pop(0)
    return order


def seat_lines(occupants: list[Occupant], dealt: list[Occupant]) -> tuple[Seat, ...]:
    """A seat line for everybody except those waiting for their first hand."""
    shown = [occupant for occupant in clockwise(occupants, 0) if occupant in dealt or not occupant.new]
    return tuple(
        Seat(place, occupant.seat, occupant.name, occupant.stack, occupant in dealt)
        for place, occupant in enumerate(shown, start=3)
    )


def as_player(occupant: Occupant) -> Player:
    """The occupant as a player of one hand."""
    return Player(occupant.name, occupant.seat, occupant.stack, occupant.style, occupant.owes, start=occupant.stack)


def carry_over(dealt: list[Occupant], players: list[Player]) -> None:
    """Carry the result of the hand over to the occupants."""
    for occupant, player in zip(dealt, players, strict=True):
        occupant.stack = player.stack
        occupant.owes = None
        occupant.new = False


def seats_for(most_players: int) -> int:
    """The number of seats for that many players: two or at least six."""
    return 2 if most_players == 2 else max(most_players, 6)
