"""What the commands about statistics share: the options that say which hands count, and in which format rows come."""

from __future__ import annotations

import sys
from datetime import date, datetime, timedelta
from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import frames
from histparse.cli.found import names, pick
from histparse.cli.refusal import Refusal
from histparse.plain import quoted

Db = Annotated[str, typer.Option(help="The database file.", metavar="FILE", show_default=False)]
Site = Annotated[str | None, typer.Option(help="Only hands of that site.")]
Stakes = Annotated[str | None, typer.Option(help="Only hands at those stakes: 1/2, or 'EUR 1/2'.")]
Since = Annotated[str | None, typer.Option("--from", help="Only hands from that day on, UTC.", metavar="YYYY-MM-DD")]
Until = Annotated[str | None, typer.Option("--to", help="Only hands up to and with that day.", metavar="YYYY-MM-DD")]
Players = Annotated[int | None, typer.Option(help="Only hands with so many players dealt in.", min=2)]
Position = Annotated[str | None, typer.Option(help="Only hands played there: UTG, HJ, CO, BTN, BTN/SB, SB, BB.")]
MinHands = Annotated[int | None, typer.Option(help="Only players with so many hands among those that count.", min=1)]
Format = Annotated[str, typer.Option(help=f"One of {', '.join(names(frames))}.", autocompletion=lambda: names(frames))]


def choice(since: str | None, until: str | None, **wanted: str | int | None) -> stats.Choice:
    """What is asked for, the days read; `wanted`: fields of Choice. Raises Refusal for what is no day."""
    begin = None if since is None else _day(since)
    end = None if until is None else _day(until, after=1)
    return stats.Choice(since=begin, until=end, **wanted)  # type: ignore[arg-type] # each has the type of its field


def write(frame: pl.DataFrame, format: str) -> None:  # noqa: A002 - the option's name
    """Print the rows. Raises Refusal for an unknown format."""
    pick(frames, "format", format).write(frame, sys.stdout)


def known_format(format: str) -> None:  # noqa: A002 - the option's name
    """Refuse an unknown format before anything is counted."""
    pick(frames, "format", format)


def _day(text: str, after: int = 0) -> datetime:
    """The beginning of the day so many days after that one."""
    try:
        return datetime.combine(date.fromisoformat(text) + timedelta(days=after), datetime.min.time())
    except (ValueError, OverflowError) as error:
        raise Refusal(f"{quoted(text)} is no day: write it like 2024-01-31") from error
