"""Step 5 of a hand: the summary, one line for the pot and one for every player."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.export import writer
from histparse.export.pots import Pot
from histparse.model.events import Outcome, Result, SummaryBegins, Total
from histparse.simulate.player import Player
from histparse.simulate.state import Play


def sum_up(play: Play, pots: list[Pot], rake: int) -> None:
    """`pots` are after rake; the stated pot is what was put in."""
    play.add(SummaryBegins(0))
    sides = tuple(pot.amount for pot in pots[1:])
    main = pots[0].amount if sides else None
    play.add(Total(0, sum(pot.amount for pot in pots) + rake, rake, main, sides))
    for player in sorted(play.players, key=lambda player: player.seat):
        play.add(_result(play, player))


def _result(play: Play, player: Player) -> Result:
    result = Result(0, player.seat, player.name, Outcome.COLLECTED, _positions(play, player))
    won, cards = player.won or None, tuple(player.cards)
    if player.folded_after is not None:
        bet = False if player.paid + player.dead == 0 else None
        return replace(result, outcome=Outcome.FOLDED, folded_after=player.folded_after, bet=bet)
    if player.mucked:
        return replace(result, outcome=Outcome.MUCKED, cards=cards)
    if not player.shown:
        return replace(result, won=won)
    says = writer(play.settings.site).says(cards)
    return replace(result, outcome=Outcome.SHOWED, cards=cards, won=won, says=says)


def _positions(play: Play, player: Player) -> tuple[str, ...]:
    if len(play.players) == 2:
        return ("button", "small blind") if player is play.players[1] else ("big blind",)
    place = play.players.index(player)
    return {0: ("small blind",), 1: ("big blind",), len(play.players) - 1: ("button",)}.get(place, ())
