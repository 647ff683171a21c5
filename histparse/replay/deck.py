"""Step 3, replay: the stub, the pile of thrown cards, and where every known card was last seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.cards import Cards, known
from histparse.replay.player import Player

CARDS_IN_DECK = 52
CARDS_IN_HAND = 5


class Place(Enum):
    """Where a card lies."""

    HELD = "held"
    THROWN = "threw"
    GONE = "held or threw"
    """Its player has thrown cards that the text does not show."""


# A member found through its class costs as much as a call.
HELD = Place.HELD


class Sighting(Struct, frozen=True, eq=False):
    """Where a card was last known to be: with whom, since which line, in which epoch, in which draw."""

    player: Player
    place: Place
    line: int
    epoch: int
    draw: int


@dataclass(slots=True, eq=False)
class Deck:
    """Counts are exact until the first reshuffle, an upper bound after it, None once nothing is known."""

    stub: int | None
    pile: int = 0
    """Cards thrown or folded and not reshuffled."""
    reshuffles: int = 0
    epoch: int = 0
    """How often thrown cards may have become the stub: at every reshuffle, at every draw once nothing is known."""
    announced_on: int = 0
    """The line of a reshuffle whose draw has not come yet, 0 without one."""
    before: int | None = None
    """The stub as it was when that reshuffle was announced."""
    seen: dict[str, Sighting] = field(default_factory=dict)
    came: dict[str, Sighting] = field(default_factory=dict)
    """Known cards that came in a draw, when and to whom."""

    @classmethod
    def dealt(cls, players: int) -> Self:
        """The deck when so many have their five cards."""
        return cls(CARDS_IN_DECK - CARDS_IN_HAND * players)

    def reshuffle(self, line: int) -> None:
        """The pile joins the stub; the text says so on `line`."""
        self.announced_on = line
        self.before = self.stub
        self.reshuffles += 1
        self.epoch += 1
        if self.stub is not None:
            self.stub += self.pile
        self.pile = 0

    def fold(self) -> None:
        """A hand is given up; the next reshuffle takes it in."""
        self.pile += CARDS_IN_HAND

    def serve(self, player: Player, count: int) -> None:
        """`count` cards go from the stub to a player who throws as many on the pile."""
        if self.stub is None:
            self.epoch += 1
        else:
            self.stub -= count
            if self.stub < 0:
                self.lose_count()
        self.pile += count
        player.thrown_count += count

    def lose_count(self) -> None:
        """A reshuffle happened that the text did not announce: nothing more is known of the stub."""
        self.stub = None
        self.reshuffles += 1
        self.epoch += 1

    def come(self, player: Player, cards: Cards, line: int, draw: int) -> None:
        """Remember which cards a player got in a draw; the text may tell it after others have drawn."""
        sighting = Sighting(player, HELD, line, player.epoch, draw)
        for card in known(cards):
            self.came[card] = sighting

    def note(self, player: Player, cards: Cards, place: Place, line: int, draw: int) -> None:
        """Remember where these known cards were seen."""
        seen, sighting = self.seen, Sighting(player, place, line, player.epoch, draw)
        for card in cards:
            seen[card] = sighting

    def lose_sight(self, player: Player) -> None:
        """The player throws cards unseen: of those they held none is known any more to be theirs."""
        for card, sighting in self.seen.items():
            if sighting.player is player and sighting.place is Place.HELD:
                self.seen[card] = replace(sighting, place=Place.GONE)
