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
from histparse.stats.filter import Filter, Wanted
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


def wanted(database: Database, field: str, one: Filter, value: Wanted, zone: str) -> Mapping[str, Wanted]:
    """The variables of a filter that is set. Raises StatisticsError for a value the database does not have."""
    if one.variables:
        return one.variables(database, value, zone)
    there = one.there(database)
    if there is not None:
        return {field: one_of(one.what or field, str(value), there)}
    return {field: find_player(database, str(value)) if one.is_player else value}


def stakes(database: Database, asked: str, _zone: str) -> Mapping[str, Wanted]:
    """Currency and both bets of `1/2`, `USD 1/2`, or of a name of stakes. Raises StatisticsError."""
    names: dict[str, Stakes] = {name: tuple(stakes) for *stakes, name in database.connection.execute(STAKES).fetchall()}
    read = _read(asked)
    known = read and any(read in {stakes, (None, *stakes[1:])} for stakes in names.values())
    currency, low, high = read if read and known else names[one_of("game at stakes", asked, names)]
    return {"currency": currency, "low": low, "high": high}


def _read(asked: str) -> Stakes | None:
    found = WRITTEN.fullmatch(asked.strip())
    try:
        return (found["currency"], parse_amount(found["low"]), parse_amount(found["high"])) if found else None
    except ValueError:
        return None


def since(_database: Database, asked: date, zone: str) -> Mapping[str, Wanted]:
    """When the hands begin that count."""
    return {"since": _utc(asked, zone)}


def until(_database: Database, asked: date, zone: str) -> Mapping[str, Wanted]:
    """Before when they begin."""
    return {"until": _utc(asked, zone)}


def start(_database: Database, asked: str, _zone: str) -> Mapping[str, Wanted]:
    """The kind of starting hand, or the best cards to keep of it. Raises StatisticsError."""
    return {"start": asked if KEEP.fullmatch(asked) else one_of("starting hand (or keep, such as 2347)", asked, STARTS)}


def tags(database: Database) -> list[str]:
    """What hands are tagged with here, and `noted` if one has a note. Raises StoreError."""
    return words(TagFile(database.path).all().values())


def tag(database: Database, said: str, _zone: str) -> Mapping[str, Wanted]:
    """The hands with that tag, as `site:number`. Raises StatisticsError for a tag that no hand has."""
    tagged = TagFile(database.path).all()
    return {"tagged": [":".join(hand) for hand in hands_with(tagged, one_of("tag", said, words(tagged.values())))]}


def note(database: Database, said: str, _zone: str) -> Mapping[str, Wanted]:
    """The hands with that in their note or a tag, as `site:number`. Raises StatisticsError if no hand has it."""
    tagged, asked = TagFile(database.path).all().items(), said.casefold()
    found = [":".join(hand) for hand, one in tagged if any(asked in text.casefold() for text in (one.note, *one.tags))]
    if not found:
        raise StatisticsError(f"no note and no tag of a hand has {quoted(said)} in it")
    return {"noted": found}


def zone_name(asked: str) -> str:
    """The time zone of that name, ignoring case. Raises StatisticsError, suggesting similar names."""
    return one_of("time zone", asked, _zones())


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
        said = datetime.fromisoformat(text)
        return (said if said.tzinfo else said.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise StatisticsError(
            f"{quoted(text)} is not a day: write it like 2024-01-31, or a time like 2024-01-31T20:00"
        ) from error


def one_of(kind: str, asked: str, there: Iterable[str]) -> str:
    """The name requested, ignoring case. Raises StatisticsError with the closest names, or with all."""
    by_fold = {name.casefold(): name for name in there}
    if asked.casefold() in by_fold:
        return by_fold[asked.casefold()]
    raise StatisticsError(absent(kind, asked, by_fold.values()))


def _utc(asked: date, zone: str) -> datetime:
    """The time requested, as naive UTC."""
    if isinstance(asked, datetime):
        return asked if asked.tzinfo is None else asked.astimezone(UTC).replace(tzinfo=None)
    try:
        return begins(asked, zone)
    except OverflowError as error:
        raise StatisticsError(f"{asked} is at the end of the calendar: name a day in between") from error


# --- filters as text -------------------------------------------------------------------------------------------------

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
