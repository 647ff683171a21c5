"""One hand from the blinds to the summary: the steps in their order."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from histparse.export import Remark
from histparse.model.events import Event
from histparse.model.hand import Tournament
from histparse.simulate.betting import bet
from histparse.simulate.chatter import note_places, note_rest, note_waiting
from histparse.simulate.dealing import deal, draw, post_blinds
from histparse.simulate.ending import after_rake, make_pots, pay_out, sum_up
from histparse.simulate.roster import Occupant, as_player, carry_over
from histparse.simulate.settings import Settings, Stakes
from histparse.simulate.state import LAST_DRAW, Play


class Occasion(Struct):
    """A hand about to be dealt: table, stakes and players."""

    table: str
    seats: int
    stakes: Stakes
    occupants: list[Occupant]
    """Everybody at the table."""
    dealt: list[Occupant]
    """Players dealt in, from left of the button; the button is last."""
    remarks: list[Remark]
    """Remarks on players joining and leaving, to be placed somewhere in the hand."""
    tournament: Tournament | None = None
    entrants: int = 0


def play_out(settings: Settings, occasion: Occasion, random: Random) -> list[Event]:
    """All events and notes, with all cards open. Updates the occupants' stacks."""
    play = Play(
        settings=settings,
        stakes=occasion.stakes,
        random=random,
        players=[as_player(occupant) for occupant in occasion.dealt],
        hero=settings.hero,
        last_two=occasion.tournament is not None and len(occasion.occupants) == 2,
        entrants=occasion.entrants,
        remarks=occasion.remarks,
    )
    post_blinds(play)
    note_waiting(play)
    deal(play)
    bet(play)
    play_draws(play)
    _settle(play)
    carry_over(occasion.dealt, play.players)
    return play.events


def play_draws(play: Play) -> None:
    """The draws to come, each with its betting, while several players are left."""
    while play.round < LAST_DRAW and len(play.live) > 1:
        draw(play)
        bet(play)


def _settle(play: Play) -> None:
    pots, rake = after_rake(play, make_pots(play))
    pay_out(play, pots)
    for player in play.players:
        player.stack += player.won
    note_rest(play)
    if play.settings.levels:
        note_places(play)
    sum_up(play, pots, rake)
