"""Step 3 of a hand, three times: all live players discard and are dealt new cards, from left of the button."""

from __future__ import annotations

from histparse.model.cards import Card
from histparse.model.events import Discard, DrawBegins, Receive, Reshuffle, StandPat
from histparse.simulate.chatter import interrupt
from histparse.simulate.choices import choose_discards
from histparse.simulate.state import Play, Player


def draw(play: Play, number: int) -> None:
    """Draw `number` (1-3)."""
    play.events.append(DrawBegins(play.line, number))
    for player in play.live:
        interrupt(play, player)
        discards = choose_discards(play, player, number)
        if discards:
            _exchange(play, player, number, discards)
        else:
            play.events.append(StandPat(play.line, player.name, tuple(player.cards)))


def _exchange(play: Play, player: Player, number: int, discards: list[Card]) -> None:
    count = len(discards)
    new, reshuffled = play.deck.serve(count, number, player.thrown)
    if reshuffled and play.settings.house.announces_reshuffle == "yes":
        play.events.append(Reshuffle(play.line))
    kept = [card for card in player.cards if card not in discards]
    play.events.append(Discard(play.line, player.name, count, tuple(discards)))
    play.events.append(Receive(play.line, player.name, count, tuple(kept), tuple(new)))
    player.cards = kept + new
    player.thrown += discards
    play.deck.throw(number, discards)
