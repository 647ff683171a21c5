"""Step 7, statistics: days and times as they are written, and as the filters of periods read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from histparse.model.errors import quoted
from histparse.stats.catalogue import StatisticsError
from histparse.stats.players import VariableValue
from histparse.store import Database

UTC_ZONE = "UTC"


def since_variables(_database: Database, day: date, zone: str) -> Mapping[str, VariableValue]:
    """When the hands begin that count."""
    return {"since": _to_naive_utc(day, zone)}


def until_variables(_database: Database, day: date, zone: str) -> Mapping[str, VariableValue]:
    """Before when they begin."""
    return {"until": _to_naive_utc(day, zone)}


def day_start_in_utc(day: date, zone: str) -> datetime:
    """When that day begins in the zone, as naive UTC. Raises OverflowError at the ends of the calendar."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)


def parse_moment(text: str, zone: str, days_after: int = 0) -> datetime:
    """The start of a day in that zone plus `after` days, or a time in it or with an offset, as naive UTC.

    Raises StatisticsError for anything else.
    """
    try:
        if len(text) <= len("2024-01-31"):
            return day_start_in_utc(date.fromisoformat(text) + timedelta(days=days_after), zone)
        parsed = datetime.fromisoformat(text)
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise StatisticsError(
            f"{quoted(text)} is not a day: write it like 2024-01-31, or a time like 2024-01-31T20:00"
        ) from error


def _to_naive_utc(day: date, zone: str) -> datetime:
    """The time, or the beginning of the day in that zone, as naive UTC."""
    if isinstance(day, datetime):
        return day if day.tzinfo is None else day.astimezone(UTC).replace(tzinfo=None)
    try:
        return day_start_in_utc(day, zone)
    except OverflowError as error:
        raise StatisticsError(f"{day} is at the end of the calendar: name a day in between") from error
