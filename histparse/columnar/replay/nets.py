"""The fast lane: summaries that say what the hand brought everybody, and so what no line says of the pots."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.pots import take
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.vocabulary import Ending, Said


@compiled
def bring(table: Table, said: Said) -> bool:
    """A line of the summary about what the hand brought a player, and the stack it leaves them."""
    player = said.player
    if table.phase != Phase.SUMMARY or said.ending != Ending.UNSAID or said.seat != table.seat[player]:
        return False
    if table.is_listed[player] or said.stack == NOBODY or said.net == NOBODY:
        return False
    table.is_listed[player] = 1
    table.listed += 1
    table.net[player], table.left[player] = -said.net if said.is_loss else said.net, said.stack
    return said.amount == said.cards == NOBODY


@compiled
def is_as_brought(table: Table, stakes: Stakes) -> bool:
    """Whether the summary says of everybody what the hand brought them, and the house took the rest."""
    if not _pay_lone_pot(table, stakes):
        return False
    for player in range(table.players):
        net = table.collected[player] - table.paid[player]
        start = table.stack[player] + table.paid[player]
        if not table.is_listed[player] or table.net[player] != net or table.left[player] != start + net:
            return False
    return bool(table.paid_out + table.rake == table.pot)


@compiled
def _pay_lone_pot(table: Table, stakes: Stakes) -> bool:
    """The last pot goes to its only claimant, where no line says so: by what the hand brought them they got it."""
    claims, claimant, pot = 0, NOBODY, table.pots - 1
    for player in range(table.players):
        if table.contends[pot, player]:
            claims, claimant = claims + 1, player
    if pot == 0 or claims > 1 or table.won[pot, claimant]:
        return True
    return take(table, stakes, claimant, table.net[claimant] + table.paid[claimant] - table.collected[claimant], pot)
