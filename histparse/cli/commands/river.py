"""`histparse river`: solves a heads-up river - who bets, calls and raises with what."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from enum import StrEnum
from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from histparse.api.river import RiverAnswer, RiverHand, RiverSpot, solve_river
from histparse.cli.ruled_table import Column, RuledTable
from histparse.cli.screen import Screen
from histparse.cli.usage_error import refusing
from histparse.cli.words import as_json
from histparse.model.errors import HistparseError
from histparse.store.lake.opening import reading

NEEDS_ARGUMENTS = True
WHO = {1: "the first", 2: "the second"}


class Format(StrEnum):
    """How the answer is printed."""

    TABLE = "table"
    JSON = "json"


def run(
    hand: Annotated[str, typer.Argument(help="What the first to act holds.", show_default=False)],
    against: Annotated[str, typer.Argument(help="What the other holds.", show_default=False)],
    *,
    pot: Annotated[float, typer.Option(help="The pot before the river, in big bets.", show_default=False)],
    cap: Annotated[int, typer.Option(help="How many bets and raises are possible.")] = 4,
    dead: Annotated[str, typer.Option(help="Other cards that nobody holds or draws.", metavar="CARDS")] = "",
    pool: Annotated[
        str | None, typer.Option(help="The database whose players' hands `pool pat` stands for.", metavar="FILE")
    ] = None,
    format: Annotated[Format, typer.Option(help="For people or for programs.")] = Format.TABLE,  # noqa: A002 - the option's name
) -> int:
    """Solve a fixed-limit river: how often each hand checks, bets, calls, raises or folds when both play well.

    Hands and ranges are written as for `histparse equity`; fewer than five cards draw once before the river. A perfect
    opponent would win at most 0.01 % of the pot more against the answer; what is printed says how much.

    `pool pat`, `pool 1` and `pool 2` are the hands that players of a database showed who stood pat in the last draw,
    drew one card, or more, against somebody who drew what the other does; those who folded are taken to have held less.

    **Examples**

    - `histparse river "pat T8-" 2347 --pot 6`
    - `histparse river 2347 "2358, pat 9-@0.3" --pot 4.5 --cap 5 --format json`
    - `histparse river "pool pat" 2347 --pool poker.duckdb --pot 6`
    """
    with refusing(HistparseError), reading(pool) if pool else nullcontext() as database:
        answer = solve_river(hand, against, pot=pot, cap=cap, dead=dead, pool=database)
    if format is Format.JSON:
        sys.stdout.write(as_json(answer) + "\n")
    else:
        _print(answer, pot)
    return 0


def _print(answer: RiverAnswer, pot: float) -> None:
    screen = Screen(sys.stdout)
    shares = " and ".join(f"{WHO[player]} gets {value:.3f}" for player, value in enumerate(answer.values, 1))
    screen.print(
        f"Of a pot of {pot:g} big bets {shares}; exploitable for {answer.exploitable:.4%} of it.", "", sep="\n"
    )
    for spot in answer.spots:
        after = f" after {', '.join(spot.after)}" if spot.after else ""
        screen.print(Text(f"{WHO[spot.player]}{after}", style="bold"))
        screen.print_whole(_table(spot))


def _table(spot: RiverSpot) -> RuledTable:
    acts = [*spot.hands[0].acts]
    table = RuledTable(*(Column(name, is_figure=name not in {"from", "to"}) for name in ("from", "to", "held", *acts)))
    for hands in _alike(spot.hands):
        held = sum(hand.held for hand in hands)
        shares = (sum(hand.held * hand.acts[act] for hand in hands) / held for act in acts)
        ends = Text(hands[0].ranks), Text(hands[-1].ranks)
        table.add_row(*ends, Text(f"{held:.1%}", style="dim"), *(Text(f"{share:.0%}") for share in shares))
    return table


def _alike(hands: list[RiverHand]) -> Iterator[list[RiverHand]]:
    """Hands next to each other that do the same, to a tenth."""
    for _, some in groupby(hands, lambda hand: [round(share, 1) for share in hand.acts.values()]):
        yield [*some]
