"""What solved hands do, as a table: a row is hands next to each other that play alike, from the best to the worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol

from rich.text import Text

from histparse.cli.odds_options import table
from histparse.cli.ruled_table import RuledTable

WHO = {1: "the first", 2: "the second"}


class Solved(Protocol):
    """A hand of `solve_river` or `solve_street`."""

    @property
    def ranks(self) -> str:
        """From the highest down."""

    @property
    def held(self) -> float:
        """How often the player has it."""

    @property
    def acts(self) -> dict[str, float]:
        """How often the player then does what."""


def strategy_table(hands: Sequence[Solved]) -> RuledTable:
    """The hands of one decision: how often they are held, and how often each then acts how."""
    acts = [*hands[0].acts]
    shown = table("from", "to", "held", *acts)
    for alike in _alike(hands):
        held = sum(hand.held for hand in alike)
        shares = (sum(hand.held * hand.acts[act] for hand in alike) / held for act in acts)
        ends = Text(alike[0].ranks), Text(alike[-1].ranks)
        shown.add_row(*ends, Text(f"{held:.1%}", style="dim"), *(Text(f"{share:.0%}") for share in shares))
    return shown


def _alike(hands: Sequence[Solved]) -> Iterator[list[Solved]]:
    """Hands that do the same, to a tenth."""
    for _, some in groupby(hands, lambda hand: [round(share, 1) for share in hand.acts.values()]):
        yield [*some]
