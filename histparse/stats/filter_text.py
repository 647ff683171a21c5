"""Step 7, statistics: filters as they are written - as options, in addresses, in histparse.toml - read, and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from histparse.model.absent import absent
from histparse.model.plain import quoted
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filter import Filter
from histparse.stats.filter_values import begins, moment, zone_name
from histparse.stats.filters import UTC_ZONE, Filters, declared

MOST_DIGITS = 9
"""The most digits of a number."""


def read_filters(said: Mapping[str, object], zone: str = UTC_ZONE, by: str | None = None) -> Filters:
    """The filters by their names; `zone` holds where none is said. Raises StatisticsError for unknown ones."""
    named = {one.name: (field, one) for field, one in declared().items()}
    options = {option: one.name for _, one in named.values() for option in one.options}
    if unknown := [name for name in said if name not in {*named, *options}]:
        raise StatisticsError(absent("filter", unknown[0], [*named, *options]))
    found: dict[str, Any] = {"zone": zone_name(str(said.get("tz") or zone))}
    for name, value in said.items():
        field, one = named[options.get(name, name)]
        if field != "zone":
            is_no = name in one.options[1:]
            found[field] = not value if is_no else _value(one, value, found["zone"])
    if "since" in found and "until" in found and found["since"] >= found["until"]:
        raise StatisticsError(f"no hand can be from {said['from']} to {said['to']}: the first is the later one")
    return Filters(by=by, **found)


def _value(one: Filter, said: object, zone: str) -> object:
    """What was said, in the type of its filter. Raises StatisticsError."""
    text = str(said)
    if one.options and not isinstance(said, bool):
        if text not in one.words:
            raise StatisticsError(absent(one.name, text, one.words))
        return one.words[text]
    if one.kind is int and type(said) is not int:
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
            raise StatisticsError(f"{one.name} is a number from 1 on, not {quoted(text)}")
        return int(text)
    return moment(text, zone, after=one.is_end) if one.kind is date else text if one.kind is str else said


def as_options(filters: Filters) -> Iterator[tuple[str, list[str]]]:
    """The fields that are set, with their options as words of a command line."""
    for field, one in filters.asked():
        value = getattr(filters, field)
        if one.options:
            yield field, [f"--{one.options[0 if value else 1]}"]
        else:
            yield field, [f"--{one.name}", _exactly(value, filters.zone) if one.kind is date else str(value)]


def _exactly(day: date, zone: str) -> str:
    """The time with its offset."""
    when = day if isinstance(day, datetime) else begins(day, zone)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat()
