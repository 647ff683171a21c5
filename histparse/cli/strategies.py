"""What solved hands do: as tables for people, as rows for programs, and as pictures.

A row of a table or a picture is hands next to each other that play alike, from the best to the worst.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Literal, Protocol

import polars as pl
import typer
from rich.text import Text

from histparse.cli import late
from histparse.cli.odds_options import Pictures, table
from histparse.cli.printing import as_json
from histparse.cli.row_formats import csv
from histparse.cli.screen import RuledTable, Screen

WHO = {1: "the first", 2: "the second"}
MOST = 40
"""The most rows of a picture, if hands that play less alike may share one."""
TENTH, OF_PICTURES = 10, (4, 2, 1)
"""To which part hands must do the same to share a row of a table, and of a picture."""
Format = Annotated[Literal["table", "csv", "json"], typer.Option(help="For people, spreadsheets or programs.")]


class Hand(Protocol):
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


Decisions = Mapping[str, Sequence[Hand]]
"""The hands of each decision, by its title."""


def show_solution(
    answer: object, decisions: Decisions, errors: Mapping[str, float], said: tuple[str, str], format: str
) -> None:
    """Print the answer. `errors` of the model stand beside its rows; `said`: what is above its tables, and below."""
    if format == "json":
        sys.stdout.write(as_json(answer) + "\n")
    elif format == "csv":
        csv(_in_rows(decisions, errors), sys.stdout)
    else:
        above, below = said
        screen = Screen(sys.stdout)
        screen.print(above, "", sep="\n")
        for title, hands in decisions.items():
            screen.print(Text(title, style="bold"))
            screen.print_whole(_table(hands))
        screen.print(below)


def draw_solution(decisions: Decisions, error: str, pictures: Pictures) -> None:
    """Write a picture of each decision, if they are asked for; `error` is written on it."""
    if pictures.folders:
        drawn = {
            title: late.strategy.drawing(title.capitalize(), error, _few(hands)) for title, hands in decisions.items()
        }
        charts = {
            late.charts.SPECIAL.sub("_", title): late.charts.Chart("strategy", "draws", one)
            for title, one in drawn.items()
        }
        pictures.write(charts)


def _table(hands: Sequence[Hand]) -> RuledTable:
    """The hands of one decision: how often they are held, and how often each then acts how."""
    shown = table("from", "to", "held", *hands[0].acts)
    for first, last, held, shares in _rows(hands, TENTH):
        shown.add_row(first, last, Text(f"{held:.1%}", style="dim"), *(f"{share:.0%}" for share in shares.values()))
    return shown


def _in_rows(decisions: Decisions, errors: Mapping[str, float]) -> pl.DataFrame:
    """A row for each hand and act of each decision."""
    return pl.DataFrame(
        [
            {"decision": title, "hand": hand.ranks, "held": hand.held, "act": act, "share": share, **errors}
            for title, hands in decisions.items()
            for hand in hands
            for act, share in hand.acts.items()
        ]
    )


def _few(hands: Sequence[Hand]) -> list[tuple[str, float, dict[str, float]]]:
    """The rows of a picture: what hands are called, how often they are held, and what they do."""
    each = ([*_rows(hands, part)] for part in OF_PICTURES)
    found = next((rows for rows in each if len(rows) <= MOST), [*_rows(hands, OF_PICTURES[-1])])
    return [(one if one == last else f"{one}-{last}", held, shares) for one, last, held, shares in found]


def _rows(hands: Iterable[Hand], part: int) -> Iterator[tuple[str, str, float, dict[str, float]]]:
    """Hands that do the same, to that part: the first and the last, how often they are held, and what they do."""
    for _, some in groupby(hands, lambda hand: [round(share * part) for share in hand.acts.values()]):
        alike = [*some]
        held = sum(hand.held for hand in alike)
        shares = {act: sum(hand.held * hand.acts[act] for hand in alike) / held for act in alike[0].acts}
        yield alike[0].ranks, alike[-1].ranks, held, shares
