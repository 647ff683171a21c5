"""Step 3 of a hand, three times: all live players discard and are dealt new cards, from left of the button."""

from __future__ import annotations

from histparse.model.events import Discard, DrawBegins, Receive, Reshuffle, StandPat
from histparse.simulate.chatter import interrupt
from histparse.simulate.choices import choose_discards
from histparse.simulate.player import Player
from histparse.simulate.state import Play


def draw(play: Play) -> None:
    """The next draw."""
    play.add(DrawBegins(0, play.round + 1))
    for player in play.live:
        interrupt(play, player)
        exchange(play, player)


def exchange(play: Play, player: Player) -> None:
    """They discard cards and are dealt as many, or stand pat."""
    discards = choose_discards(play, player, play.round)
    if not discards:
        play.add(StandPat(0, player.name, tuple(player.cards)))
        return
    count = len(discards)
    new, reshuffled = play.deck.serve(count, play.round, player.thrown)
    if reshuffled and play.settings.house.announces_reshuffle == "yes":
        play.add(Reshuffle(0))
    kept = tuple(card for card in player.cards if card not in discards)
    play.add(Discard(0, player.name, count, tuple(discards)))
    play.add(Receive(0, player.name, count, kept, tuple(new)))
