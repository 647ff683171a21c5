"""Step 3, replay: applies showdown, payouts and summary to the table."""

from __future__ import annotations

from histparse.model import events as ev
from histparse.replay.bookkeeping.entries import act, step
from histparse.replay.player import Player
from histparse.replay.table import Phase, Table


@step(ev.ShowdownBegins)
def begin_showdown(table: Table, event: ev.ShowdownBegins) -> None:
    """Cards are turned up from here on."""
    table.phase = Phase.SHOWDOWN


@act(ev.Show)
def show(table: Table, event: ev.Show, player: Player) -> None:
    """A player turns their cards up."""
    player.shown = event.cards
    player.faced_on = event.line
    table.hold(player, event.cards, event.line)


@act(ev.Muck)
def muck(table: Table, event: ev.Muck, player: Player) -> None:
    """A player mucks their hand unseen."""
    player.mucked = True
    player.faced_on = event.line


@act(ev.NoShow)
def no_show(table: Table, event: ev.NoShow, player: Player) -> None:
    """The winner does not show."""
    player.mucked = True


@act(ev.Collect)
def collect(table: Table, event: ev.Collect, player: Player) -> None:
    """Chips go from the pot to a player."""
    player.collected += event.amount
    table.payouts.append(event)


@step(ev.SummaryBegins)
def begin_summary(table: Table, event: ev.SummaryBegins) -> None:
    """The play is over."""
    table.complete = True


@step(ev.Total)
def total(table: Table, event: ev.Total) -> None:
    """The text states the pot and the rake."""
    table.stated = event


@act(ev.Result)
def result(table: Table, event: ev.Result, player: Player) -> None:
    """The summary may turn up a mucked hand."""
    table.results.append(event)
    if event.cards and player.shown is None:
        table.hold(player, event.cards, event.line)
