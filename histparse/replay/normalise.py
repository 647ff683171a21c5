"""Step 3, replay: completes an act with the figures that the text leaves out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from histparse.model.cards import Cards
from histparse.model.events import Bet, Call, Check, Event, Raise, Receive, Wager
from histparse.replay.player import Player
from histparse.replay.table import Table


def _call(table: Table, event: Call, player: Player) -> Event:
    """Work out the chips added, if the text gives the street total."""
    return event if event.added is not None else replace(event, added=(event.to or 0) - player.bet)


def _raise(table: Table, event: Raise, player: Player) -> Event:
    """Work out the street total, if the text gives only the step."""
    return event if event.to is not None else replace(event, to=table.level + (event.by or 0))


def _receive(table: Table, event: Receive, player: Player) -> Event:
    """Work out the kept and the new cards, if the text gives only one of them or all five."""
    if event.held is None and event.kept is None and event.new is not None:
        return replace(event, kept=player.held)
    if event.held is not None and event.new is None and player.held_before is not None:
        return _split_five(event, event.held, player.held_before)
    return event


def _split_five(event: Receive, held: Cards, held_before: Cards) -> Event:
    """Split five cards into those kept, which were in the hand before the draw, and the new ones."""
    kept_cards = tuple(card for card in held if card in held_before)
    return replace(event, kept=kept_cards, new=tuple(card for card in held if card not in held_before))


def _named(table: Table, event: Wager, player: Player) -> Event:
    """A wager is a raise if above the level, a bet if there is none, else a call or a check."""
    added = event.added if event.to is None else event.to - player.bet
    if added is None:
        owed = table.betting.owed(player)
        return Call(event.line, player.name, owed, all_in=event.all_in) if owed else Check(event.line, player.name)
    if player.bet + added <= table.level:
        return Call(event.line, player.name, added, all_in=event.all_in)
    if table.level == 0:
        return Bet(event.line, player.name, added, event.all_in)
    return Raise(event.line, player.name, player.bet + added - table.level, player.bet + added, event.all_in)


NORMALISED: dict[type[Event], Callable[[Table, Any, Player], Event]] = {
    Call: _call,
    Raise: _raise,
    Receive: _receive,
    Wager: _named,
}
"""By type of event that may be incomplete."""
