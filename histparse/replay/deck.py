"""Step 3, replay: the stub, the discard pile, and where every known card was last seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.cards import CARDS_IN_HAND, DECK, Cards, known
from histparse.replay.players import Player


class Place(Enum):
    """Where a card is."""

    HELD = "held"
    THROWN = "discarded"
    HELD_OR_THROWN = "held or discarded"
    """A card of a player who has discarded cards that the text does not show."""


# Looking up an enum member through its class costs as much as a call.
HELD = Place.HELD


class Sighting(Struct, frozen=True, eq=False):
    """Where a card was last known to be: with which player, since which line, in which epoch and draw."""

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
    """Cards discarded or folded and not reshuffled."""
    reshuffles: int = 0
    epoch: int = 0
    """How often discards may have become the stub: at every reshuffle, or at every draw once nothing is known."""
    announced_on: int = 0
    """The line of a reshuffle that no draw has followed yet; 0 if none."""
    stub_before: int | None = None
    """The stub as it was when that reshuffle was announced."""
    sightings: dict[str, Sighting] = field(default_factory=dict)
    drawn: dict[str, Sighting] = field(default_factory=dict)
    """Known cards dealt in a draw, when and to whom."""

    @classmethod
    def after_deal(cls, player_count: int) -> Self:
        """The deck after that many players have been dealt five cards."""
        # No card is burnt online.
        return cls(len(DECK) - CARDS_IN_HAND * player_count)

    def reshuffle(self, line: int) -> None:
        """The pile joins the stub, as the text says on `line`."""
        self.announced_on = line
        self.stub_before = self.stub
        self.reshuffles += 1
        self.epoch += 1
        if self.stub is not None:
            self.stub += self.pile
        self.pile = 0

    def count_folded_hand(self) -> None:
        """A hand is folded; the next reshuffle includes it."""
        # No house is known to keep folded hands out of a reshuffle.
        self.pile += CARDS_IN_HAND

    def serve_and_pile_discards(self, player: Player, count: int) -> None:
        """`count` cards go from the stub to a player who discards as many."""
        if self.stub is None:
            self.epoch += 1
        else:
            self.stub -= count
            # Not every site announces a reshuffle: in KingsClub's 39879543 55 cards are drawn without a line.
            if self.stub < 0:
                self.forget_stub_at_unannounced_reshuffle()
        self.pile += count
        player.thrown_count += count

    def forget_stub_at_unannounced_reshuffle(self) -> None:
        """There was an unannounced reshuffle: the stub is no longer known."""
        self.stub = None
        self.reshuffles += 1
        self.epoch += 1

    def note_drawn(self, player: Player, cards: Cards, line: int, draw_number: int) -> None:
        """Remember which cards a player got in a draw; the text may state it after others have drawn."""
        sighting = Sighting(player, HELD, line, player.epoch, draw_number)
        for card in known(cards):
            self.drawn[card] = sighting

    def note_sighting(self, player: Player, cards: Cards, place: Place, line: int, draw_number: int) -> None:
        """Remember where these known cards were seen, and since which epoch: who goes on holding one did so before."""
        sightings, sighting = self.sightings, Sighting(player, place, line, player.epoch, draw_number)
        for card in cards:
            previous = sightings.get(card) if player.epoch and place is HELD else None
            goes_on = (
                previous
                and previous.player is player
                and (previous.place is HELD or card in (player.held_before or ()))
            )
            sightings[card] = replace(sighting, epoch=previous.epoch) if previous and goes_on else sighting

    def mark_held_cards_uncertain(self, player: Player) -> None:
        """The player discards cards unseen: none of the cards they held is known to be theirs any more."""
        for card, sighting in self.sightings.items():
            if sighting.player is player and sighting.place is Place.HELD:
                self.sightings[card] = replace(sighting, place=Place.HELD_OR_THROWN)
