"""Step 7, statistics: what is said of a filter, from which its option, address, form, words and SQL are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from histparse.store import Database

VariableValue = str | int | bool | datetime | list[str] | None
"""The value of a variable of the connection; None: no filter."""
Variables = Callable[[Database, Any, str], Mapping[str, VariableValue]]
"""The variables for the value of a filter, in that time zone. Any: of the filter's type."""


class Filter(Struct, frozen=True, kw_only=True):
    """A filter, at its field of `Filters`. Its SQL reads the value as a variable of that name."""

    help: str
    heading: tuple[str, ...]
    """What a heading says of it: with the value in `{}`, or for yes and for no."""
    kind: type = str
    """The type of its values."""
    name: str = ""
    """As an option, in addresses and in histparse.toml, if it is not that of the field."""
    options: tuple[str, ...] = ()
    """The options that say yes and no, if the filter has no value."""
    metavar: str | None = None
    label: str = ""
    """In a form, if that is not its name."""
    example: str = ""
    least: int = 1
    """The least number it can be, if it is one."""
    is_end: bool = False
    """Whether a day counts to its end."""
    is_player: bool = False
    """Whether it takes the name of a player."""
    noun: str = ""
    """What its values are called, if not as the filter is."""
    values: str = ""
    """The query of all values it can have in a database."""
    list_values: Callable[[Database], list[str]] | None = None
    """All its values, where they are not in the database itself."""
    variables: Variables | None = None
    """Where one variable, of the field's name and with its value, is not enough."""
    hands: str = ""
    """The condition that rows of `hands` must meet, if any."""
    seats: str = ""
    """The condition that rows of `seats`, `decisions` and `draws` must meet, if any."""
    join: str = ""
    """What these are joined with."""

    @property
    def is_number(self) -> bool:
        """Whether it takes a number."""
        return self.kind is int

    @property
    def words(self) -> Mapping[str, bool]:
        """What an address and histparse.toml say where it has no value."""
        yes, *no = self.options
        return {yes: True, no[0]: False} if no else {"yes": True}

    def known_values(self, database: Database) -> list[str] | None:
        """All values it can have; None: not a few."""
        if self.list_values:
            return self.list_values(database)
        return [str(name) for (name,) in database.connection.execute(self.values).fetchall()] if self.values else None

    def in_words(self, value: object, zone: str) -> str:
        """What a heading says of it, times in that zone."""
        template = self.heading[-1] if self.options and not value else self.heading[0]
        return template.format(self._time(value, zone) if isinstance(value, datetime) else value)

    def _time(self, value: datetime, zone: str) -> str:
        """`2024-01-31 UTC`, or with its time where that is not the edge of a day."""
        local_time = value.replace(tzinfo=value.tzinfo or UTC).astimezone(ZoneInfo(zone))
        if local_time.time() == time():
            return f"{local_time.date() - timedelta(days=self.is_end)} {zone}"
        return f"{local_time:%Y-%m-%d %H:%M:%S} {zone}"
