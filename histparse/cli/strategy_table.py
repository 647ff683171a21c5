"""What solved hands do: as a table for people, as rows for programs, and as pictures.

A row of a table or a picture is hands next to each other that play alike, from the best to the worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import polars as pl
import typer
from rich.text import Text

from histparse.cli import late
from histparse.cli.messages import remark
from histparse.cli.odds_options import table
from histparse.cli.output import write_all
from histparse.cli.screen import RuledTable

if TYPE_CHECKING:
    from histparse.report.charts import Kind

WHO = {1: "the first", 2: "the second"}
RARE = 0.001
"""Decisions that come less often are only in the JSON."""
MOST = 40
"""The most rows of a picture, if hands that play less alike may share one."""
TENTH, OF_PICTURES = 10, (4, 2, 1)
"""To which part hands must do the same to share a row of a table, and of a picture."""
Format = Annotated[Literal["table", "csv", "json"], typer.Option(help="For people, spreadsheets or programs.")]
Png = Annotated[str | None, typer.Option(help="Write a picture of each decision as PNG.", metavar="DIR")]
Svg = Annotated[str | None, typer.Option(help="Write a picture of each decision as SVG.", metavar="DIR")]


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
    shown = table("from", "to", "held", *hands[0].acts)
    for first, last, held, shares in _rows(hands, TENTH):
        figures = (Text(f"{share:.0%}") for share in shares.values())
        shown.add_row(Text(first), Text(last), Text(f"{held:.1%}", style="dim"), *figures)
    return shown


def strategy_rows(decisions: Mapping[str, Sequence[Solved]], errors: Mapping[str, float]) -> pl.DataFrame:
    """A row for each hand and act of each decision, with the errors of the model beside it."""
    return pl.DataFrame(
        [
            {"decision": title, "hand": hand.ranks, "held": hand.held, "act": act, "share": share, **errors}
            for title, hands in decisions.items()
            for hand in hands
            for act, share in hand.acts.items()
        ]
    )


def draw_strategies(
    decisions: Mapping[str, Sequence[Solved]], error: str, folders: Mapping[Kind, str | None], *, force: bool
) -> None:
    """Write a picture of each decision into each folder, and say so; `error` is written on it."""
    if not any(folders.values()):
        return
    charts = late.charts
    files: dict[Path, bytes] = {}
    for title, hands in decisions.items():
        chart = charts.Chart("strategy", "draws", late.strategy.drawing(title.capitalize(), error, _few(hands)))
        name = charts.SPECIAL.sub("_", title)
        files |= {Path(to) / f"{name}.{kind}": charts.as_file(chart, kind) for kind, to in folders.items() if to}
    write_all(files, [Path(to) for to in folders.values() if to], force=force)
    remark(f"Written: {', '.join(map(str, files))}.")


def _few(hands: Sequence[Solved]) -> list[tuple[str, float, dict[str, float]]]:
    """The rows of a picture: what hands are called, how often they are held, and what they do."""
    each = ([*_rows(hands, part)] for part in OF_PICTURES)
    found = next((rows for rows in each if len(rows) <= MOST), [*_rows(hands, OF_PICTURES[-1])])
    return [(one if one == last else f"{one}-{last}", held, shares) for one, last, held, shares in found]


def _rows(hands: Iterable[Solved], part: int) -> Iterator[tuple[str, str, float, dict[str, float]]]:
    """Hands that do the same, to that part: the first and the last, how often they are held, and what they do."""
    for _, some in groupby(hands, lambda hand: [round(share * part) for share in hand.acts.values()]):
        alike = [*some]
        held = sum(hand.held for hand in alike)
        shares = {act: sum(hand.held * hand.acts[act] for hand in alike) / held for act in alike[0].acts}
        yield alike[0].ranks, alike[-1].ranks, held, shares
