"""The end of a tournament hand: who is eliminated, in which place, with which prize."""

from __future__ import annotations

from histparse.export import Remark
from histparse.simulate.chatter import note
from histparse.simulate.player import Player
from histparse.simulate.state import Play

SHARES = {1: (100,), 2: (100,), 3: (65, 35), 4: (65, 35), 5: (65, 35), 6: (65, 35), 7: (50, 30, 20)}
"""Percentages of the prize pool for the first places, by the number of entrants."""


def announce(play: Play) -> None:
    """Add a line for everybody who lost their last chip, and one for the winner."""
    out = sorted((player for player in play.players if player.stack == 0), key=lambda player: player.start)
    for beaten, player in enumerate(out):
        _add_note(play, "finish", player, len(play.players) - beaten)
    if len(out) == len(play.players) - 1:
        _add_note(play, "winner", next(player for player in play.players if player.stack), 1)


def _add_note(play: Play, kind: str, player: Player, place: int) -> None:
    shares = SHARES[play.entrants]
    percent = shares[place - 1] if place <= len(shares) else 0
    prize = play.entrants * play.settings.buy_in[0] * percent // 100
    note(play, Remark(kind, player.name, number=place, prize=prize, currency=play.settings.currency))
