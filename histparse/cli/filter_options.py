"""Options shared by the statistics commands: which hands count, and the format of the rows."""

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

Db = Annotated[str, typer.Option(help="The database file, or a lake.", metavar="FILE", show_default=False)]
Site = Annotated[str | None, typer.Option(help="Only hands from this site.")]
Stakes = Annotated[str | None, typer.Option(help="Only hands at these stakes: 1/2, or 'EUR 1/2'.")]
Since = Annotated[str | None, typer.Option("--from", help="Only hands from this day on.", metavar="YYYY-MM-DD")]
Until = Annotated[
    str | None, typer.Option("--to", help="Only hands up to and including this day.", metavar="YYYY-MM-DD")
]
Zone = Annotated[
    str, typer.Option("--tz", help="Time zone of days, months and sessions, such as Europe/Berlin.", metavar="ZONE")
]
Players = Annotated[int | None, typer.Option(help="Only hands with N players dealt in.", min=2)]
Position = Annotated[
    str | None, typer.Option(help="Only hands played in this position: UTG, HJ, CO, BTN, BTN/SB, SB, BB.")
]
MinHands = Annotated[int | None, typer.Option(help="Only players with at least N hands among those counted.", min=1)]
Format = Annotated[
    str, typer.Option(help=f"One of {', '.join(names(row_formats))}.", autocompletion=lambda: names(row_formats))
]


def filters(since: str | None, until: str | None, tz: str, **wanted: str | int | None) -> stats.Filters:
    """The filters, days parsed; `wanted`: other fields of Filters. Raises UsageError for an invalid day or zone."""
    with refusing(stats.StatisticsError):
        zone = stats.zone_name(tz)
    begin = None if since is None else _day(since, zone)
    end = None if until is None else _day(until, zone, after=1)
    return stats.Filters(since=begin, until=end, zone=zone, **wanted)  # type: ignore[arg-type] # keys are field names


def report_undated(database: Database, player: str | None, asked: stats.Filters, *, by_time: bool = False) -> None:
    """Report how many hands are left out because a filter needs their date and they have none."""
    if by_time or asked.since is not None or asked.until is not None:
        left_out = stats.undated(database, player, asked)
        if left_out:
            are = "is" if left_out == 1 else "are"
            typer.echo(f"{count(left_out, 'hand')} without a date {are} left out.", err=True)


def print_zone(asked: stats.Filters, format: str) -> None:  # noqa: A002 - the option's name
    """Print the time zone above a table for people."""
    if format == "table":
        typer.echo(f"Times: {asked.zone}")


def write(frame: pl.DataFrame, format: str) -> None:  # noqa: A002 - the option's name
    """Print the rows. Raises UsageError for an unknown format."""
    pick(row_formats, "format", format).write(frame, sys.stdout)


def known_format(format: str) -> None:  # noqa: A002 - the option's name
    """Refuse an unknown format before anything is computed."""
    pick(row_formats, "format", format)


def _day(text: str, zone: str, after: int = 0) -> datetime:
    """The start of a day in that zone, plus `after` days, as naive UTC."""
    try:
        return stats.begins(date.fromisoformat(text) + timedelta(days=after), zone)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{quoted(text)} is not a day: write it like 2024-01-31") from error
