"""Options shared by the statistics commands: which hands count, and the format of the rows."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from typing import Annotated, Any

import polars as pl
import typer
from msgspec import structs

from histparse import stats
from histparse.cli import row_formats
from histparse.cli.completion import player_names
from histparse.cli.discovery import names, pick
from histparse.cli.option_sets import OptionSet
from histparse.cli.settings import settings
from histparse.cli.usage_error import refusing, unknown
from histparse.cli.verbosity import remark
from histparse.model.plain import count
from histparse.stats.moments import moment
from histparse.stats.rate import without_marks
from histparse.store import Database

UTC_ZONE = "UTC"
Format = Annotated[
    str, typer.Option(help=f"One of {', '.join(names(row_formats))}.", autocompletion=lambda: names(row_formats))
]


@dataclass(frozen=True)
class Filtering(OptionSet):
    """Which hands count: the options of every command that counts."""

    saved: Annotated[
        str | None, typer.Option("--filter", help="Filters saved under this name in histparse.toml.", metavar="NAME")
    ] = None
    site: Annotated[str | None, typer.Option(help="Only hands from this site.")] = None
    stakes: Annotated[str | None, typer.Option(help="Only hands at these stakes: 1/2, or 'EUR 1/2'.")] = None
    since: Annotated[
        str | None,
        typer.Option("--from", help="Only hands from this day or time on.", metavar="DAY"),
    ] = None
    until: Annotated[
        str | None,
        typer.Option("--to", help="Only hands up to and including this day, or before this time.", metavar="DAY"),
    ] = None
    tz: Annotated[
        str | None,
        typer.Option(
            "--tz",
            help="Time zone of days, months and sessions, such as Europe/Berlin.",
            metavar="ZONE",
            show_default=UTC_ZONE,
        ),
    ] = None
    players: Annotated[int | None, typer.Option(help="Only hands with N players dealt in.", min=2)] = None
    seats: Annotated[int | None, typer.Option(help="Only tables with N seats.", min=2)] = None
    cash: Annotated[bool | None, typer.Option("--cash/--tournaments", help="Only cash games, or only tournaments.")] = (
        None
    )
    position: Annotated[
        str | None, typer.Option(help="Only hands played in this position: UTG, HJ, CO, BTN, BTN/SB, SB, BB.")
    ] = None
    opponent: Annotated[
        str | None,
        typer.Option(help="Only hands in which this player was dealt in too.", autocompletion=player_names),
    ] = None
    start: Annotated[
        str | None,
        typer.Option(help="Only hands dealt this: pat, 'one card', 'two cards', ..., or the best keep, as 2347."),
    ] = None
    hero: Annotated[
        bool, typer.Option("--hero", help="Only heroes, whose cards the hands show; in stats all of them together.")
    ] = False
    min_hands: Annotated[
        int | None, typer.Option(help="Only players with at least N hands among those counted.", min=1)
    ] = None

    def filters(self, by: str | None = None) -> stats.Filters:
        """The filters, days parsed. Raises UsageError for an invalid day or zone, or an unknown name."""
        wanted = self._with_saved()
        since, until, cash = wanted.pop("since"), wanted.pop("until"), wanted.pop("cash")
        with refusing(stats.StatisticsError):
            zone = stats.zone_name(wanted.pop("tz") or settings().zone or UTC_ZONE)
            begin = None if since is None else moment(str(since), zone)
            end = None if until is None else moment(str(until), zone, after=1)
        tournament = None if cash is None else not cash
        return stats.Filters(since=begin, until=end, zone=zone, tournament=tournament, by=by, **wanted)

    def _with_saved(self) -> dict[str, Any]:
        """The values given, else those saved. Any: a value for each option."""
        given = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "saved"}
        if self.saved is None:
            return given
        there = settings().filters
        if self.saved not in there:
            raise unknown("filter in histparse.toml", self.saved, there)
        kept = structs.asdict(there[self.saved])
        unset = {field.name for field in fields(self) if given.get(field.name) == field.default}
        return {
            name: (value if kept[name] is None else kept[name]) if name in unset else value
            for name, value in given.items()
        }


def report_undated(database: Database, player: str | None, asked: stats.Filters, *, by_time: bool = False) -> None:
    """Report how many hands are left out because a filter needs their date and they have none."""
    if by_time or asked.since is not None or asked.until is not None:
        left_out = stats.undated(database, player, asked)
        if left_out:
            are = "is" if left_out == 1 else "are"
            remark(f"{count(left_out, 'hand')} without a date {are} left out.")


def report_untold(database: Database, player: str | None, asked: stats.Filters) -> None:
    """Report how many hands are left out because their text does not print what the hero drew."""
    if sentence := stats.untold(database, player, asked):
        remark(sentence)


def print_zone(asked: stats.Filters, format: str) -> None:  # noqa: A002 - the option's name
    """Print the time zone above a table for people."""
    if format == "table":
        typer.echo(f"Times: {asked.zone}")


def write(frame: pl.DataFrame, format: str) -> None:  # noqa: A002 - the option's name
    """Print the rows. Raises UsageError for an unknown format."""
    pick(row_formats, "format", format).write(without_marks(frame), sys.stdout)


def known_format(format: str) -> None:  # noqa: A002 - the option's name
    """Refuse an unknown format before anything is computed."""
    pick(row_formats, "format", format)
