"""Step 3, replay: main and side pots from what each player put in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from histparse.replay.player import Player


class Pot(NamedTuple):
    """Chips, and the players who can win them."""

    amount: int
    contenders: tuple[Player, ...]


def pots(players: Iterable[Player], added: int = 0) -> list[Pot]:
    """The main pot first, then the side pots. Chips of players who folded are in the pots they reached.

    Chips `added` by the site are in the main pot.
    """
    players = tuple(players)
    live = tuple(player for player in players if not player.folded)
    if len({player.paid - player.dead for player in live}) == 1:
        amount = added + sum(player.paid for player in players)
        return [Pot(amount, live)] if amount else []
    return _layers(players, added)


def _layers(players: tuple[Player, ...], added: int) -> list[Pot]:
    """One pot per level that somebody reached."""
    layers: list[Pot] = []
    floor = 0
    for level in sorted({live for player in players if (live := player.paid - player.dead) > 0}):
        amount = sum(_chips_between(player, floor, level) for player in players)
        contenders = tuple(p for p in players if p.paid - p.dead >= level and not p.folded)
        floor = level
        if layers and contenders in (layers[-1].contenders, ()):
            layers[-1] = Pot(layers[-1].amount + amount, layers[-1].contenders)
        else:
            layers.append(Pot(amount, contenders))
    if layers:
        dead = added + sum(player.dead for player in players)
        layers[0] = Pot(layers[0].amount + dead, layers[0].contenders)
    return layers


def _chips_between(player: Player, floor: int, level: int) -> int:
    """The live chips of a player above `floor` and up to `level`."""
    live = player.paid - player.dead
    return min(live, level) - min(live, floor)
