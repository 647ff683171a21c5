"""Who sits at a table, which of them are dealt in next, and each as the player of one hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from histparse.model.cards import Card
from histparse.model.events import PostKind
from histparse.model.hand import Seat
from histparse.simulate.settings import Style


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
    ante: int = 0
    """The part of these that is no bet."""
    dead: int = 0
    """Dead chips put in: they go to the main pot and are not a bet."""
    folded_after: int | None = None
    """Draws made before they folded."""
    snowing: bool = False
    shown: bool = False
    mucked: bool = False
    won: int = 0

    @property
    def is_live(self) -> bool:
        """Whether they have not folded; they may be all-in."""
        return self.folded_after is None

    @property
    def can_bet(self) -> bool:
        """Whether they are live with chips left."""
        return self.folded_after is None and self.stack > 0

    @property
    def largest_street_total(self) -> int:
        """The street total they can bet."""
        return self.bet + self.stack

    def pay(self, amount: int) -> None:
        """Move chips from the stack to the bet."""
        self.stack -= amount
        self.bet += amount
        self.paid += amount


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
    is_away: bool = False
    """Whether the player is sitting out."""


def order_from_left_of_seat(occupants: list[Occupant], seat: int) -> list[Occupant]:
    """The occupants from left of that seat."""
    return sorted(occupants, key=lambda occupant: (occupant.seat <= seat, occupant.seat))


def players_dealt_next(occupants: list[Occupant], button: int) -> list[Occupant]:
    """The players dealt in next, from left of the new button; the button is last. Needs at least two."""
    ready = [occupant for occupant in order_from_left_of_seat(occupants, button) if not occupant.is_away]
    settled = [occupant for occupant in ready if occupant.owes is None]
    if len(settled) < 2:
        for occupant in ready:
            occupant.owes = None
        settled = ready
    order = order_from_left_of_seat(ready, settled[0].seat)
    # A player who owes a blind waits until the button has passed: they cannot enter as the small blind.
    while order[0].owes:
        order.pop(0)
    return order


def build_seats_except_waiting_newcomers(occupants: list[Occupant], dealt: list[Occupant]) -> tuple[Seat, ...]:
    """A seat line for everybody except those waiting for their first hand."""
    shown = [occupant for occupant in order_from_left_of_seat(occupants, 0) if occupant in dealt or not occupant.new]
    return tuple(
        Seat(place, occupant.seat, occupant.name, occupant.stack, occupant in dealt)
        for place, occupant in enumerate(shown, start=3)
    )


def make_player(occupant: Occupant) -> Player:
    """The occupant as a player of one hand."""
    return Player(occupant.name, occupant.seat, occupant.stack, occupant.style, occupant.owes, start=occupant.stack)


def carry_over_stacks_to_occupants(dealt: list[Occupant], players: list[Player]) -> None:
    """Carry the result of the hand over to the occupants."""
    for occupant, player in zip(dealt, players, strict=True):
        occupant.stack = player.stack
        occupant.owes = None
        occupant.new = False


def table_size_two_or_six_up(most_players: int) -> int:
    """The number of seats for that many players: two or at least six."""
    return 2 if most_players == 2 else max(most_players, 6)
