"""Step 5 of a hand: the summary, one line for the pot and one for every player."""

from __future__ import annotations

from histparse.model.events import Outcome, Result, SummaryBegins, Total
from histparse.simulate.pots import Pot
from histparse.simulate.state import Play, Player


def sum_up(play: Play, pots: list[Pot], rake: int) -> None:
    """`pots` are after rake; the stated pot is what was put in."""
    play.events.append(SummaryBegins(play.line))
    sides = tuple(pot.amount for pot in pots[1:])
    main = pots[0].amount if sides else None
    play.events.append(Total(play.line, sum(pot.amount for pot in pots) + rake, rake, main, sides))
    for player in sorted(play.players, key=lambda player: player.seat):
        play.events.append(_result(play, player))


def _result(play: Play, player: Player) -> Result:
    line, positions = play.line, _positions(play, player)
    won = player.won or None
    if player.folded_after is not None:
        bet = False if player.paid + player.dead == 0 else None
        return Result(line, player.seat, player.name, Outcome.FOLDED, positions, player.folded_after, bet)
    cards = tuple(player.cards)
    if player.mucked:
        return Result(line, player.seat, player.name, Outcome.MUCKED, positions, cards=cards)
    if not player.shown:
        return Result(line, player.seat, player.name, Outcome.COLLECTED, positions, won=won)
    says = play.voice.says(cards)
    return Result(line, player.seat, player.name, Outcome.SHOWED, positions, cards=cards, won=won, says=says)


def _positions(play: Play, player: Player) -> tuple[str, ...]:
    if len(play.players) == 2:
        return ("button", "small blind") if player is play.players[1] else ("big blind",)
    place = play.players.index(player)
    return {0: ("small blind",), 1: ("big blind",), len(play.players) - 1: ("button",)}.get(place, ())
