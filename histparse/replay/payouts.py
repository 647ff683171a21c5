"""Step 3, replay: who wins the pots if the text does not say: worked out from the stacks left, or from the cards."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Collect, Result
from histparse.model.ranking import strength
from histparse.replay.player import Player
from histparse.replay.table import Table

UNBROKEN = ("chips", "play", "?")
"""Currencies without fractions: amounts are whole, and so are shares."""


def implied_payouts(table: Table, line: int) -> Iterator[Collect]:
    """The payouts of a hand whose play is over, attributed to that line; none if they cannot be known."""
    left = {
        event.player: event.stack
        for event in table.hand.events
        if isinstance(event, Result) and event.stack is not None
    }
    if left:
        yield from _by_stacks(table, left, line)
    else:
        yield from _by_cards(table, line)


def smallest_chip(table: Table) -> int:
    """The smallest chip of a share: a whole unit if stakes and stacks are whole and not money, else a hundredth."""
    header = table.hand.header
    stakes = (header.low, header.high, header.small_blind or 0, header.big_blind or 0, header.ante or 0)
    whole = not any(chips % 100 for chips in (*stakes, *(seat.stack for seat in table.hand.seats)))
    return 100 if whole and header.currency in UNBROKEN else 1


def _by_stacks(table: Table, left: dict[str, int], line: int) -> Iterator[Collect]:
    """Chips a player has left beyond their remaining stack came from the pots; what remains of the pots is rake."""
    for player in table.players:
        won = left.get(player.name, player.stack) - player.stack
        if won > 0:
            yield Collect(line, player.name, won)


def _by_cards(table: Table, line: int) -> Iterator[Collect]:
    """Each pot goes to the best hand not mucked among the players in it; odd chips to the first left of the button."""
    pots = table.pots()
    for index, pot in enumerate(pots):
        winners = _best([player for player in pot.contenders if not player.mucked])
        for winner, share in zip(winners, _shares(table, pot.amount, len(winners)), strict=True):
            yield Collect(line, winner.name, share, index if len(pots) > 1 else None)


def _best(players: list[Player]) -> list[Player]:
    """The players with the lowest hand; nobody if several are left and a hand is not known."""
    if len(players) < 2:
        return players
    numbers = [number for player in players if (number := strength(player.shown or player.held)) is not None]
    if len(numbers) < len(players):
        return []
    return [player for player, number in zip(players, numbers, strict=True) if number == min(numbers)]


def _shares(table: Table, amount: int, winners: int) -> list[int]:
    """Equal parts; the first few get the odd chips."""
    chip = smallest_chip(table) if amount % 100 == 0 else 1
    share, odd = divmod(amount // chip, winners) if winners else (0, 0)
    return [(share + (place < odd)) * chip for place in range(winners)]
