"""Step 7, statistics: the values of filters, checked against the database, as variables of its connection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from histparse.model.errors import absent, quoted
from histparse.model.money import parse_amount
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filter import Filter, VariableValue
from histparse.stats.filters import UTC_ZONE, Filters, declared
from histparse.stats.players import find_player
from histparse.store import Database
from histparse.store.database.tags import TagFile, hands_with, words

Stakes = tuple[str | None, int | None, int | None]
"""Currency, small and big bet; None as the currency: any."""

STAKES = "SELECT DISTINCT currency, low_stake, high_stake, stakes FROM hands ORDER BY ALL"
STARTS = ("pat", "one card", "two cards", "three cards", "other", "seven", "eight", "nine")
KEEP = re.compile(r"(?=.{2,4}$)2?3?4?5?6?7?8?")
"""Two to four different ranks from the deuce up."""
WRITTEN = re.compile(r"(?:(?P<currency>\S+) )?\D?(?P<low>[\d.,]+)/\D?(?P<high>[\d.,]+)")


def filter_variables(
    database: Database, field: str, declaration: Filter, value: VariableValue, zone: str
) -> Mapping[str, VariableValue]:
    """The variables of a filter that is set. Raises StatisticsError for a value the database does not have."""
    if declaration.variables:
        return declaration.variables(database, value, zone)
    known_values = declaration.known_values(database)
    if known_values is not None:
        return {field: match_name(declaration.noun or field, str(value), known_values)}
    return {field: find_player(database, str(value)) if declaration.is_player else value}


def stakes(database: Database, text: str, _zone: str) -> Mapping[str, VariableValue]:
    """Currency and both bets of `1/2`, `USD 1/2`, or of a name of stakes. Raises StatisticsError."""
    names: dict[str, Stakes] = {name: tuple(stakes) for *stakes, name in database.connection.execute(STAKES).fetchall()}
    parsed = _parse_stakes(text)
    is_known = parsed and any(parsed in {stakes, (None, *stakes[1:])} for stakes in names.values())
    currency, low, high = parsed if parsed and is_known else names[match_name("game at stakes", text, names)]
    return {"currency": currency, "low": low, "high": high}


def _parse_stakes(text: str) -> Stakes | None:
    match = WRITTEN.fullmatch(text.strip())
    try:
        return (match["currency"], parse_amount(match["low"]), parse_amount(match["high"])) if match else None
    except ValueError:
        return None


def since(_database: Database, day: date, zone: str) -> Mapping[str, VariableValue]:
    """When the hands begin that count."""
    return {"since": _utc(day, zone)}


def until(_database: Database, day: date, zone: str) -> Mapping[str, VariableValue]:
    """Before when they begin."""
    return {"until": _utc(day, zone)}


def start(_database: Database, text: str, _zone: str) -> Mapping[str, VariableValue]:
    """The kind of starting hand, or the best cards to keep of it. Raises StatisticsError."""
    is_keep = KEEP.fullmatch(text)
    return {"start": text if is_keep else match_name("starting hand (or keep, such as 2347)", text, STARTS)}


def tags(database: Database) -> list[str]:
    """What hands are tagged with here, and `noted` if one has a note. Raises StoreError."""
    return words(TagFile(database.path).all().values())


def tag(database: Database, text: str, _zone: str) -> Mapping[str, VariableValue]:
    """The hands with that tag, as `site:number`. Raises StatisticsError for a tag that no hand has."""
    tagged = TagFile(database.path).all()
    return {"tagged": [":".join(hand) for hand in hands_with(tagged, match_name("tag", text, words(tagged.values())))]}


def note(database: Database, phrase: str, _zone: str) -> Mapping[str, VariableValue]:
    """The hands with that in their note or a tag, as `site:number`. Raises StatisticsError if no hand has it."""
    tagged, folded = TagFile(database.path).all().items(), phrase.casefold()
    noted_hands = [
        ":".join(hand) for hand, marks in tagged if any(folded in text.casefold() for text in (marks.note, *marks.tags))
    ]
    if not noted_hands:
        raise StatisticsError(f"no note and no tag of a hand has {quoted(phrase)} in it")
    return {"noted": noted_hands}


def zone_name(name: str) -> str:
    """The time zone of that name, ignoring case. Raises StatisticsError, suggesting similar names."""
    return match_name("time zone", name, _zones())


@cache
def _zones() -> set[str]:
    """All time zones, for which the system is searched."""
    return available_timezones()


def begins(day: date, zone: str) -> datetime:
    """When that day begins in the zone, as naive UTC. Raises OverflowError at the ends of the calendar."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)


def moment(text: str, zone: str, after: int = 0) -> datetime:
    """The start of a day in that zone plus `after` days, or a time in it or with an offset, as naive UTC.

    Raises StatisticsError for anything else.
    """
    try:
        if len(text) <= len("2024-01-31"):
            return begins(date.fromisoformat(text) + timedelta(days=after), zone)
        parsed = datetime.fromisoformat(text)
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise StatisticsError(
            f"{quoted(text)} is not a day: write it like 2024-01-31, or a time like 2024-01-31T20:00"
        ) from error


def match_name(kind: str, name: str, names: Iterable[str]) -> str:
    """The name requested, ignoring case. Raises StatisticsError with the closest names, or with all."""
    by_fold = {known_name.casefold(): known_name for known_name in names}
    if name.casefold() in by_fold:
        return by_fold[name.casefold()]
    raise StatisticsError(absent(kind, name, by_fold.values()))


def _utc(day: date, zone: str) -> datetime:
    """The time, or the beginning of the day in that zone, as naive UTC."""
    if isinstance(day, datetime):
        return day if day.tzinfo is None else day.astimezone(UTC).replace(tzinfo=None)
    try:
        return begins(day, zone)
    except OverflowError as error:
        raise StatisticsError(f"{day} is at the end of the calendar: name a day in between") from error


# --- filters as text -------------------------------------------------------------------------------------------------

MOST_DIGITS = 9
"""The most digits of a number."""


def read_filters(values: Mapping[str, object], zone: str = UTC_ZONE, by: str | None = None) -> Filters:
    """The filters by their names; `zone` holds if `tz` is not among them. Raises StatisticsError for unknown ones."""
    declarations = {declaration.name: (field, declaration) for field, declaration in declared().items()}
    options = {option: declaration.name for _, declaration in declarations.values() for option in declaration.options}
    if unknown := [name for name in values if name not in {*declarations, *options}]:
        raise StatisticsError(absent("filter", unknown[0], [*declarations, *options]))
    fields: dict[str, Any] = {"zone": zone_name(str(values.get("tz") or zone))}
    for name, value in values.items():
        field, declaration = declarations[options.get(name, name)]
        if field != "zone":
            is_no = name in declaration.options[1:]
            fields[field] = not value if is_no else _value(declaration, value, fields["zone"])
    if "since" in fields and "until" in fields and fields["since"] >= fields["until"]:
        raise StatisticsError(f"no hand can be from {values['from']} to {values['to']}: the first is the later one")
    return Filters(by=by, **fields)


def _value(declaration: Filter, setting: object, zone: str) -> object:
    """The setting in the type of its filter. Raises StatisticsError."""
    text = str(setting)
    if declaration.options and not isinstance(setting, bool):
        if text not in declaration.words:
            raise StatisticsError(absent(declaration.name, text, declaration.words))
        return declaration.words[text]
    if declaration.kind is int and type(setting) is not int:
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
            raise StatisticsError(f"{declaration.name} is a number from 1 on, not {quoted(text)}")
        return int(text)
    if declaration.kind is date:
        return moment(text, zone, after=declaration.is_end)
    return text if declaration.kind is str else setting


def as_options(filters: Filters) -> Iterator[tuple[str, list[str]]]:
    """The fields that are set, with their options as words of a command line."""
    for field, declaration in filters.asked():
        value = getattr(filters, field)
        if declaration.options:
            yield field, [f"--{declaration.options[0 if value else 1]}"]
        else:
            text = _with_offset(value, filters.zone) if declaration.kind is date else str(value)
            yield field, [f"--{declaration.name}", text]


def _with_offset(day: date, zone: str) -> str:
    """The time with its offset."""
    exact_time = day if isinstance(day, datetime) else begins(day, zone)
    return (exact_time if exact_time.tzinfo else exact_time.replace(tzinfo=UTC)).isoformat()
