"""The end of a tournament hand: who is out, in which place, with which prize."""

from __future__ import annotations

from histparse.dealer.chatter import told
from histparse.dealer.state import Play

SHARES = {1: (100,), 2: (100,), 3: (65, 35), 4: (65, 35), 5: (65, 35), 6: (65, 35)}
"""Percent of the prize money for the first places, by the number who started."""


def announce(play: Play) -> None:
    """One line for everybody who lost his last chip, and one for the winner."""
    out = sorted((player for player in play.players if player.stack == 0), key=lambda player: player.start)
    for beaten, player in enumerate(out):
        place = len(play.players) - beaten
        play.events.append(told(play, "finish", player.name, _with_prize(play, _ordinal(place), place)))
    if len(out) == len(play.players) - 1:
        winner = next(player for player in play.players if player.stack)
        play.events.append(told(play, "winner", winner.name, _with_prize(play, "1st", 1)))


def _with_prize(play: Play, place: str, number: int) -> str:
    shares = SHARES.get(play.entrants, (50, 30, 20))
    prize = play.entrants * play.settings.buy_in[0] * shares[number - 1] // 100 if number <= len(shares) else 0
    return f"{place} {prize}"


def _ordinal(place: int) -> str:
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"
