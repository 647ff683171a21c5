"""Options that select hands beside the filters: those behind a figure, with a finding, or meeting a condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Annotated, Any

import msgspec
import typer

from histparse import Store, statistics
from histparse.cli.database_option import player_names
from histparse.cli.option_sets import OptionSet
from histparse.cli.usage_error import UsageError
from histparse.model.plain import quoted
from histparse.stats.catalogue import Value, named

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="A parameter of the statistic; may be repeated.", metavar="NAME=VALUE"),
]


@dataclass(frozen=True)
class Listed(OptionSet):
    """Which hands are listed."""

    stat: Annotated[
        str | None,
        typer.Option(
            help="The rows this statistic counts: its opportunities, or what it adds up.",
            autocompletion=lambda: [*statistics()],
        ),
    ] = None
    made: Annotated[bool, typer.Option("--made", help="Only opportunities taken.")] = False
    draw: Annotated[int | None, typer.Option(help="The draw, where the statistic tells draws apart.", min=1)] = None
    round: Annotated[
        int | None, typer.Option(help="The betting round, where the statistic tells rounds apart.", min=0)
    ] = None
    of: Annotated[
        list[str] | None,
        typer.Option(help="Another column of the statistic; may be repeated; NAME= is null.", metavar="NAME=VALUE"),
    ] = None
    player: Annotated[str | None, typer.Option(help="The player; default: all.", autocompletion=player_names)] = None
    finding: Annotated[str | None, typer.Option(help="Only hands with this finding: BET11, or BET.")] = None
    session: Annotated[
        str | None, typer.Option(help="Only the session that began then.", metavar="'YYYY-MM-DD HH:MM'")
    ] = None
    where: Annotated[
        str | None,
        typer.Option(help="Only where this condition on the columns of seats and hands holds.", metavar="SQL"),
    ] = None
    settings: Settings = None

    def words(self) -> dict[str, Any]:  # Any: of each option
        """What is asked for, in the words of `Store.find_hands`. Raises HistparseError for names that do not exist."""
        if self.stat is not None:
            named(self.stat)
        words = {field.name: getattr(self, field.name) for field in fields(self)}
        del words["player"]
        return words | {"of": dict(columns(self.of or ())), "parameters": values(words.pop("settings"))}

    def found_player(self, store: Store) -> str | None:
        """The player as the database has them. Raises StatisticsError."""
        return None if self.player is None else store.player(self.player)


def values(settings: list[str] | None) -> dict[str, Value]:
    """The parameters of a statistic: `worst=52` as a name and a value. Raises UsageError."""
    parted = {setting: setting.partition("=") for setting in settings or ()}
    if wrong := [setting for setting, (name, _, value) in parted.items() if not (name and value)]:
        raise UsageError(f"{quoted(wrong[0])} is not a setting: write it like worst=52")
    return {name: _value(value) for name, _, value in parted.values()}


def _value(text: str) -> Value:
    try:
        return msgspec.json.decode(text, type=int | float)
    except msgspec.DecodeError:
        return text


def columns(words: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Columns of a statistic with their values: `drawn=0`; `drawn=` is null. Raises UsageError."""
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign):
            raise UsageError(f"{quoted(word)} is not a column and its value: write it like drawn=0")
        yield name, value or None
