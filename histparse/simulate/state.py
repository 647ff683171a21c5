"""A hand in progress: the players, their chips and cards, and the events so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from histparse.export import Remark, Writer
from histparse.model.cards import Card
from histparse.model.events import Event, PostKind
from histparse.simulate.deck import Deck
from histparse.simulate.settings import Settings, Stakes
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
    """Their discards of earlier draws."""
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

    def pay(self, amount: int) -> bool:
        """Move chips from the stack to the bet. True if it was the last chip."""
        self.stack -= amount
        self.bet += amount
        self.paid += amount
        return self.stack == 0


@dataclass(slots=True)
class Play:
    """The hand in progress. `players`: those dealt in, from left of the button."""

    settings: Settings
    stakes: Stakes
    random: Random
    players: list[Player]
    hero: str | None
    last_two: bool
    """Whether only these two are left in the tournament."""
    entrants: int
    """The number of entrants of the tournament."""
    remarks: list[Remark]
    """Remarks still to be added on players joining and leaving."""
    voice: Writer
    """The site's own words."""
    events: list[Event]
    deck: Deck
    first_line: int
    round: int = 0
    level: int = 0
    """The bet to match in this round."""
    bets: int = 0
    """Full bets made in this round; the big blind is one."""
    most_bets: float = 0
    aggressor: Player | None = None
    """Who bet or raised last in this round."""
    last_aggressor: Player | None = None
    """Who bet or raised last in the hand."""

    @property
    def line(self) -> int:
        """The line of the next event."""
        return self.first_line + len(self.events)

    @property
    def unit(self) -> int:
        """The size of a bet in this round."""
        return self.stakes.small_bet if self.round < 2 else self.stakes.big_bet

    @property
    def live(self) -> list[Player]:
        """Players who have not folded, from left of the button."""
        return [player for player in self.players if player.folded_after is None]

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return sum(player.paid + player.dead for player in self.players)
