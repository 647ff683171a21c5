"""Options shared by the statistics commands: which hands count, and the format of the rows."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

import msgspec
import polars as pl
import typer

from histparse import Filters, Store, statistics
from histparse.cli.command_group import FILTERS, OptionSet
from histparse.cli.printing import print_remark
from histparse.cli.row_table import FORMATS
from histparse.cli.settings import complete_player_names, load_settings
from histparse.model.errors import HistparseError, choose_by_name, count, quoted
from histparse.stats.catalogue import Value, find_statistic
from histparse.stats.filter_kinds import Filter
from histparse.stats.filter_texts import read_filters
from histparse.stats.filters import filters_by_field
from histparse.stats.periods import UTC_ZONE
from histparse.stats.run import unsaid_currencies_to_null


def _check_row_format(format: str) -> str:
    """The name of a format. Raises HistparseError for an unknown one, before anything is computed."""
    choose_by_name("format", format, FORMATS)
    return format


RowFormat = Annotated[
    str,
    typer.Option(help=f"One of {', '.join(FORMATS)}.", callback=_check_row_format, autocompletion=lambda: [*FORMATS]),
]
Limit = Annotated[int | None, typer.Option(help="Only the first N of the hands listed.", min=1)]
LastRows = Annotated[int | None, typer.Option(help="Only the last N rows.", min=1)]


def _typer_option(declaration: Filter) -> object:
    """The option of a filter, as typer reads it."""
    kind = declaration.kind if declaration.kind in {int, bool} else str
    option = typer.Option(
        "/".join(f"--{word}" for word in declaration.options or (declaration.name,)),
        help=declaration.help,
        metavar=declaration.metavar,
        min=declaration.least if kind is int else None,
        show_default=UTC_ZONE if declaration.name == "tz" else True,
        autocompletion=complete_player_names if declaration.is_player else None,
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
            for name, annotation in [
                ("saved", SAVED),
                *((name, _typer_option(kind)) for name, kind in filters_by_field().items()),
            ]
        ]
    )

    def __init__(self, **options: object) -> None:
        self._options = {name: value for name, value in options.items() if value is not None}

    def filters(self, by: str | None = None) -> Filters:
        """The filters, days parsed. Raises HistparseError for an invalid day or zone, or an unknown name."""
        declarations = filters_by_field()
        typed = {declarations[field].name: value for field, value in self._options.items() if field != "saved"}
        if (last := str(typed.get("last", ""))).isdecimal():  # once it was the option of rows
            raise HistparseError(
                f"--last {last} needs a unit: {last}d, {last}w or {last}m; "
                f"sessions and tournaments list their last {last} rows with --rows {last}"
            )
        return read_filters({**self._chosen_saved_filters(), **typed}, load_settings().zone or UTC_ZONE, by)

    def _chosen_saved_filters(self) -> Mapping[str, object]:
        """The filters saved under the name that was given."""
        name, saved = self._options.get("saved"), load_settings().filters
        if name is None:
            return {}
        return choose_by_name("filter in histparse.toml", str(name), saved)


def filters_help_page(filtering: Filtering = Filtering()) -> None:
    """Filters choose hands; several combine with "and".

    `--from` and `--to` take a day, a month (2024-03), a year (2024), or a time with an offset such as
    2024-01-31T20:00+01:00. `--last` takes 7d, 2w or 3m, which end with the day of the last hand, or `session`. Filters
    can be saved under a name in histparse.toml, for `--filter NAME`; options on the command line go first.

    **Examples**

    - `histparse report --stakes 10/20 --from 2024-01 --to 2024-06`
    - `histparse report --last session`
    - `histparse stats pat_rate --position BTN --players 6`
    - `histparse hands --opponent Nils72 --start 2347`
    - `histparse leaks --filter regulars`
    """


def remark_on_undated_hands(store: Store, player: str | None, filters: Filters, *, by_time: bool = False) -> None:
    """Report how many hands are left out because a filter needs their date and they have none."""
    if by_time or filters.has_period:
        left_out = store.undated(player, filters=filters)
        if left_out:
            are = "is" if left_out == 1 else "are"
            print_remark(f"{count(left_out, 'hand')} without a date {are} left out.")


def remark_on_untold_draws(store: Store, player: str | None, filters: Filters) -> None:
    """Report how many hands are left out because their text does not print what the hero drew."""
    if sentence := store.untold(player, filters=filters):
        print_remark(sentence)


def print_time_zone(filters: Filters, format: str) -> None:
    """Print the time zone above a table for people."""
    if format == "table":
        typer.echo(f"Times: {filters.zone}")


def write_rows(frame: pl.DataFrame, format: str, filters: Filters | None = None) -> None:
    """Print the rows and, if there are none, what these filters are. Raises HistparseError for an unknown format."""
    choose_by_name("format", format, FORMATS)(unsaid_currencies_to_null(frame), sys.stdout)
    if filters is not None and frame.is_empty():
        words = ", ".join(filters.in_words)
        print_remark(f"No hand passes these filters: {words}." if words else "Nothing to show.")


# --- lists of hands --------------------------------------------------------------------------------------------------

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="A parameter of the statistic; may be repeated.", metavar="NAME=VALUE"),
]


@dataclass(frozen=True)
class HandSelection(OptionSet):
    """Which hands are listed."""

    stat: Annotated[
        str | None,
        typer.Option(
            help="The hands this statistic counts: its chances, or what it adds up.",
            autocompletion=lambda: [*statistics()],
        ),
    ] = None
    made: Annotated[bool, typer.Option("--made", help="Only the chances in which it was made.")] = False
    draw: Annotated[int | None, typer.Option(help="The draw, if the statistic has a row for each.", min=1)] = None
    round: Annotated[
        int | None, typer.Option(help="The betting round, if the statistic has a row for each.", min=0)
    ] = None
    of: Annotated[
        list[str] | None,
        typer.Option(help="Another column of the statistic; may be repeated; NAME= is null.", metavar="NAME=VALUE"),
    ] = None
    player: Annotated[
        str | None, typer.Option(help="The player; default: all.", autocompletion=complete_player_names)
    ] = None
    finding: Annotated[str | None, typer.Option(help="Only hands with this finding: BET11, or BET.")] = None
    session: Annotated[
        str | None, typer.Option(help="Only the session that began then.", metavar="'YYYY-MM-DD HH:MM'")
    ] = None
    where: Annotated[
        str | None,
        typer.Option(help="Only hands that meet this condition on the columns of seats and hands.", metavar="SQL"),
    ] = None
    settings: Settings = None

    def find_hands_arguments(self) -> dict[str, Any]:  # Any: of each option
        """Return the options as arguments of `Store.find_hands`. Raises HistparseError for names that do not exist."""
        if self.stat is not None:
            find_statistic(self.stat)
        words = {field.name: getattr(self, field.name) for field in fields(self)}
        del words["player"]
        return words | {"of": dict(parse_columns(self.of or ())), "parameters": parse_parameters(words.pop("settings"))}

    def find_player(self, store: Store) -> str | None:
        """The player as the database has them. Raises StatisticsError."""
        return None if self.player is None else store.player(self.player)


def parse_parameters(settings: list[str] | None) -> dict[str, Value]:
    """The parameters of a statistic: `worst=52` as a name and a value. Raises HistparseError."""
    parted = {setting: setting.partition("=") for setting in settings or ()}
    if wrong := [setting for setting, (name, _, value) in parted.items() if not (name and value)]:
        raise HistparseError(f"{quoted(wrong[0])} is not a setting: write it like worst=52")
    return {name: _parse_number_or_text(value) for name, _, value in parted.values()}


def _parse_number_or_text(text: str) -> Value:
    try:
        return msgspec.json.decode(text, type=int | float)
    except msgspec.DecodeError:
        return text


def parse_columns(assignments: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Columns of a statistic with their values: `drawn=0`; `drawn=` is null. Raises HistparseError."""
    for word in assignments:
        name, sign, value = word.partition("=")
        if not (name and sign):
            raise HistparseError(f"{quoted(word)} is not a column and its value: write it like drawn=0")
        yield name, value or None
