"""Continues a hand after the violation: finishes the round, plays the rest, adds the summary."""

from __future__ import annotations

from typing import NamedTuple

from histparse.export.pots import Pot
from histparse.model.events import Event
from histparse.simulate.ending import (
    add_summary_events,
    make_pots,
    pay_pots_after_showdown_if_due,
    rake_pots_unless_exempt,
)
from histparse.simulate.onehand import choose_and_add_action, play_draws_with_betting, return_uncalled
from histparse.simulate.player import Player
from histparse.simulate.state import Play
from tests.dealer.violations.legal_hand import ACTS, Altered, LegalHand, UnfitError


class Turn(NamedTuple):
    """A moment when somebody must act."""

    place: int
    play: Play
    player: Player


def a_turn(legal: LegalHand) -> Turn:
    """A random moment when somebody must act, and who must."""
    place = legal.a_place(*ACTS)
    play = legal.resumed(legal.story[:place])
    player = next(play.still_to_act(), None)
    if player is None:
        raise UnfitError
    return Turn(place, play, player)


def to_the_end(play: Play, *, raises: bool = True, one_pot: bool = False) -> list[Event]:
    """Finish the round and the hand; returns all events from the blinds to the summary."""
    while player := next(play.still_to_act(), None):
        answer(play, player, raises=raises)
    return_uncalled(play)
    return play_rest(play, one_pot=one_pot)


def answer(play: Play, player: Player, *, raises: bool = True) -> Event:
    """Let them fold, call or raise in full by their own choice."""
    return choose_and_add_action(
        play, player, play.next_full_bet_total if raises and play.full and can_raise(play, player) else None
    )


def can_raise(play: Play, player: Player) -> bool:
    """Whether they can make a full raise and keep chips."""
    return player.largest_street_total > play.next_full_bet_total and play.may_raise(player, play.next_full_bet_total)


def play_rest(play: Play, *, one_pot: bool = False) -> list[Event]:
    """Play the remaining draws and rounds by the dealer's own steps, and the ending."""
    play_draws_with_betting(play)
    return settle(play, one_pot=one_pot)


def rest_wrong_from(legal: LegalHand, play: Play, place: int) -> Altered:
    """The hand played to its end; wrong is the first line from that place on, because something is missing there."""
    story = play_rest(play)
    return Altered(story, legal.following(story, place))


def settle(play: Play, *, one_pot: bool = False) -> list[Event]:
    """Pay the pots and sum up. `one_pot`: unequal bets make no side pot while nobody is all-in."""
    undivided = one_pot and all(player.stack > 0 for player in play.live_players)
    whole = Pot(play.pot, tuple(player.name for player in play.live_players))
    pots, rake = rake_pots_unless_exempt(play, [whole] if undivided else make_pots(play))
    pay_pots_after_showdown_if_due(play, pots)
    add_summary_events(play, pots, rake)
    return play.events
