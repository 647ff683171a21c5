"""Step 3, replay: an act as the text puts it becomes the act it is, with all its figures."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.events import Bet, Call, Check, Event, Raise, Wager
from histparse.replay.player import Player
from histparse.replay.table import Table


def resolve(table: Table, event: Event, player: Player) -> Event:
    """Fill `Call.added` and `Raise.to`, and name a `Wager`. Other events come back as they are."""
    match event:
        case Call(added=None):
            return replace(event, added=(event.to or 0) - player.bet)
        case Raise(to=None):
            return replace(event, to=table.level + (event.by or 0))
        case Wager():
            return _named(table, event, player)
        case _:
            return event


def _named(table: Table, event: Wager, player: Player) -> Event:
    """A wager is a raise above the level, a bet where there is none, else a call or a check."""
    added = event.added if event.to is None else event.to - player.bet
    if added is None:
        owed = table.betting.owed(player)
        return Call(event.line, player.name, owed, all_in=event.all_in) if owed else Check(event.line, player.name)
    if player.bet + added <= table.level:
        return Call(event.line, player.name, added, all_in=event.all_in)
    if table.level == 0:
        return Bet(event.line, player.name, added, event.all_in)
    return Raise(event.line, player.name, player.bet + added - table.level, player.bet + added, event.all_in)
