"""Options shared by the statistics commands: which hands count, and the format of the rows."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from typing import Annotated

import polars as pl
import typer

from histparse import Filters, Store
from histparse.cli.command_group import FILTERS
from histparse.cli.database_option import player_names
from histparse.cli.messages import remark
from histparse.cli.option_sets import OptionSet
from histparse.cli.row_formats import FORMATS
from histparse.cli.settings import settings
from histparse.cli.usage_error import chosen
from histparse.model.plain import count
from histparse.stats.filter import Filter
from histparse.stats.filter_text import read_filters
from histparse.stats.filters import UTC_ZONE, declared
from histparse.stats.rate import without_marks


def _known(format: str) -> str:
    """The name of a format. Raises UsageError for an unknown one, before anything is computed."""
    chosen("format", format, FORMATS)
    return format


Format = Annotated[
    str,
    typer.Option(help=f"One of {', '.join(FORMATS)}.", callback=_known, autocompletion=lambda: [*FORMATS]),
]


def _option(one: Filter) -> object:
    """The option of a filter, as typer reads it."""
    kind = one.kind if one.kind in {int, bool} else str
    option = typer.Option(
        "/".join(f"--{word}" for word in one.options or (one.name,)),
        help=one.help,
        metavar=one.metavar,
        min=one.least if kind is int else None,
        show_default=UTC_ZONE if one.name == "tz" else True,
        autocompletion=player_names if one.is_player else None,
        rich_help_panel=FILTERS,
    )
    return Annotated[kind | None, option]


SAVED = Annotated[
    str | None,
    typer.Option(
        "--filter", help="Filters saved under this name in histparse.toml.", metavar="NAME", rich_help_panel=FILTERS
    ),
]


class Filtering(OptionSet):
    """Which hands count: the options of every command that counts, the saved filters and one for each filter."""

    __signature__ = inspect.Signature(
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
            for name, annotation in [("saved", SAVED), *((name, _option(one)) for name, one in declared().items())]
        ]
    )

    def __init__(self, **given: object) -> None:
        self._given = {name: value for name, value in given.items() if value is not None}

    def filters(self, by: str | None = None) -> Filters:
        """The filters, days parsed. Raises HistparseError for an invalid day or zone, or an unknown name."""
        there = declared()
        given = {there[field].name: value for field, value in self._given.items() if field != "saved"}
        return read_filters({**self._saved(), **given}, settings().zone or UTC_ZONE, by)

    def _saved(self) -> Mapping[str, object]:
        """What is saved under the name that was given."""
        name, there = self._given.get("saved"), settings().filters
        if name is None:
            return {}
        return chosen("filter in histparse.toml", str(name), there)


def report_undated(store: Store, player: str | None, asked: Filters, *, by_time: bool = False) -> None:
    """Report how many hands are left out because a filter needs their date and they have none."""
    if by_time or asked.since is not None or asked.until is not None:
        left_out = store.undated(player, filters=asked)
        if left_out:
            are = "is" if left_out == 1 else "are"
            remark(f"{count(left_out, 'hand')} without a date {are} left out.")


def report_untold(store: Store, player: str | None, asked: Filters) -> None:
    """Report how many hands are left out because their text does not print what the hero drew."""
    if sentence := store.untold(player, filters=asked):
        remark(sentence)


def print_zone(asked: Filters, format: str) -> None:
    """Print the time zone above a table for people."""
    if format == "table":
        typer.echo(f"Times: {asked.zone}")


def write(frame: pl.DataFrame, format: str, asked: Filters | None = None) -> None:
    """Print the rows and, if there are none, what these filters are. Raises UsageError for an unknown format."""
    chosen("format", format, FORMATS)(without_marks(frame), sys.stdout)
    if asked is not None and frame.is_empty():
        words = ", ".join(asked.in_words)
        remark(f"These filters leave nothing: {words}." if words else "Nothing was found.")
