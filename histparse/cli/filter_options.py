"""What the commands about statistics share: the options that say which hands count, and in which format rows come."""

from __future__ import annotations

import sys
from datetime import date, datetime, timedelta
from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import row_formats
from histparse.cli.discovery import names, pick
from histparse.cli.usage_error import UsageError, refusing
from histparse.model.plain import count, quoted
from histparse.store import Database

Db = Annotated[str, typer.Option(help="The database file.", metavar="FILE", show_default=False)]
Site = Annotated[str | None, typer.Option(help="Only hands of that site.")]
Stakes = Annotated[str | None, typer.Option(help="Only hands at those stakes: 1/2, or 'EUR 1/2'.")]
Since = Annotated[str | None, typer.Option("--from", help="Only hands from that day on.", metavar="YYYY-MM-DD")]
Until = Annotated[str | None, typer.Option("--to", help="Only hands up to and with that day.", metavar="YYYY-MM-DD")]
Zone = Annotated[
    str, typer.Option("--tz", help="Time zone of days, months and sessions, as Europe/Berlin.", metavar="ZONE")
]
Players = Annotated[int | None, typer.Option(help="Only hands with so many players dealt in.", min=2)]
Position = Annotated[str | None, typer.Option(help="Only hands played there: UTG, HJ, CO, BTN, BTN/SB, SB, BB.")]
MinHands = Annotated[int | None, typer.Option(help="Only players with so many hands among those that count.", min=1)]
Format = Annotated[
    str, typer.Option(help=f"One of {', '.join(names(row_formats))}.", autocompletion=lambda: names(row_formats))
]


def filters(since: str | None, until: str | None, tz: str, **wanted: str | int | None) -> stats.Filters:
    """What is asked for, the days read; `wanted`: fields of Filters. Raises UsageError for what is no day or zone."""
    with refusing(stats.StatisticsError):
        zone = stats.zone_name(tz)
    begin = None if since is None else _day(since, zone)
    end = None if until is None else _day(until, zone, after=1)
    return stats.Filters(since=begin, until=end, zone=zone, **wanted)  # type: ignore[arg-type] # as the fields are


def tell_undated(database: Database, player: str | None, asked: stats.Filters, *, by_time: bool = False) -> None:
    """Say how many hands are left out because time decides and they have none."""
    if by_time or asked.since is not None or asked.until is not None:
        left_out = stats.undated(database, player, asked)
        if left_out:
            are = "is" if left_out == 1 else "are"
            typer.echo(f"{count(left_out, 'hand')} without a date {are} left out.", err=True)


def tell_zone(asked: stats.Filters, format: str) -> None:  # noqa: A002 - the option's name
    """Above a table for people: in which zone its times are."""
    if format == "table":
        typer.echo(f"Times: {asked.zone}")


def write(frame: pl.DataFrame, format: str) -> None:  # noqa: A002 - the option's name
    """Print the rows. Raises UsageError for an unknown format."""
    pick(row_formats, "format", format).write(frame, sys.stdout)


def known_format(format: str) -> None:  # noqa: A002 - the option's name
    """Refuse an unknown format before anything is counted."""
    pick(row_formats, "format", format)


def _day(text: str, zone: str, after: int = 0) -> datetime:
    """When the day so many days after that one begins in that zone: UTC, naive."""
    try:
        return stats.begins(date.fromisoformat(text) + timedelta(days=after), zone)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{quoted(text)} is no day: write it like 2024-01-31") from error
