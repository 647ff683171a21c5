"""Step 7, statistics: filters as text - read from options, addresses and settings by their names, and written so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from histparse.model.errors import quoted, suggest_names
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filter_kinds import Filter, match_zone_or_refuse
from histparse.stats.filters import Filters, filters_by_field
from histparse.stats.periods import UTC_ZONE, day_start_in_utc, parse_bound

MOST_DIGITS = 9
"""The most digits of a number."""


def read_filters(values: Mapping[str, object], zone: str = UTC_ZONE, by: str | None = None) -> Filters:
    """The filters by their names; `zone` holds if `tz` is not among them. Raises StatisticsError for unknown ones."""
    declarations = {declaration.name: (field, declaration) for field, declaration in filters_by_field().items()}
    options = {option: declaration.name for _, declaration in declarations.values() for option in declaration.options}
    if unknown := [name for name in values if name not in {*declarations, *options}]:
        raise StatisticsError(suggest_names("filter", unknown[0], [*declarations, *options]))
    fields: dict[str, Any] = {"zone": match_zone_or_refuse(str(values.get("tz") or zone))}
    for name, value in values.items():
        field, declaration = declarations[options.get(name, name)]
        if field != "zone":
            is_no = name in declaration.options[1:]
            fields[field] = not value if is_no else _convert_setting(declaration, value, fields["zone"])
    if "since" in fields and "until" in fields and fields["since"] >= fields["until"]:
        raise StatisticsError(f"no hand can be from {values['from']} to {values['to']}: the first is the later one")
    return Filters(by=by, **fields)


def _convert_setting(declaration: Filter, setting: object, zone: str) -> object:
    """The setting in the type of its filter. Raises StatisticsError."""
    text = str(setting)
    if declaration.options and not isinstance(setting, bool):
        if text not in declaration.words:
            raise StatisticsError(suggest_names(declaration.name, text, declaration.words))
        return declaration.words[text]
    if declaration.kind is int and type(setting) is not int:
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
            raise StatisticsError(f"{declaration.name} is a number from 1 on, not {quoted(text)}")
        return int(text)
    if declaration.kind is date:
        return parse_bound(text, zone, is_end=declaration.is_end)
    return text if declaration.kind is str else setting


def option_words_by_field(filters: Filters) -> Iterator[tuple[str, list[str]]]:
    """The fields that are set, with their options as words of a command line."""
    for field, declaration in filters.active_filters():
        value = getattr(filters, field)
        if declaration.options:
            yield field, [f"--{declaration.options[0 if value else 1]}"]
        else:
            text = _utc_text_of_day_or_moment(value, filters.zone) if declaration.kind is date else str(value)
            yield field, [f"--{declaration.name}", text]


def _utc_text_of_day_or_moment(day_or_moment: date, zone: str) -> str:
    exact_time = day_or_moment if isinstance(day_or_moment, datetime) else day_start_in_utc(day_or_moment, zone)
    return (exact_time if exact_time.tzinfo else exact_time.replace(tzinfo=UTC)).isoformat()
