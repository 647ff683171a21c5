"""Step 7, statistics: periods of time - from a day, month or year to another, or the last days, weeks, months, session.

The last ones end with the last hand of the database, so that there is something to see for those who have not imported
for a while.
"""

from __future__ import annotations

import re
from calendar import monthrange
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from histparse.model.errors import count, quoted
from histparse.stats.catalogue import StatisticsError
from histparse.stats.players import VariableValues
from histparse.store import Database

UTC_ZONE = "UTC"


MONTH_OR_YEAR = re.compile(r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2}))?")


def parse_bound(text: str, zone: str, *, is_end: bool) -> datetime:
    """The beginning, or the end, of a day, month or year in that zone, or a time, as naive UTC.

    Raises StatisticsError for anything else.
    """
    if not MONTH_OR_YEAR.fullmatch(text):
        return parse_moment(text, zone, days_after=is_end)
    try:
        return day_start_in_utc(_first_days_of_it_and_next(text)[is_end], zone)
    except OverflowError as error:
        raise StatisticsError(f"{quoted(text)} is at the end of the calendar: name a year in between") from error


def parse_day(field: str, text: str) -> date:
    """The day, the first day of the month or year, or the time that is written. Raises StatisticsError."""
    if MONTH_OR_YEAR.fullmatch(text):
        return _first_days_of_it_and_next(text)[False]
    with suppress(ValueError):
        return date.fromisoformat(text) if len(text) <= len("2024-01-31") else datetime.fromisoformat(text)
    raise StatisticsError(
        f"{{{field}}} is a day like 2024-01-31, or a time like 2024-01-31T20:00, not {quoted(text)}", **{field: text}
    )


def _first_days_of_it_and_next(text: str) -> tuple[date, date]:
    """The first day of a month or year, and that of the next. Raises StatisticsError."""
    year, _, month = text.partition("-")
    try:
        first = date(int(year), int(month or 1), 1)
    except ValueError as error:
        unit, example = ("month", "2024-03") if month else ("year", "2024")
        raise StatisticsError(f"{quoted(text)} is no {unit}: write it like {example}") from error
    months = first.year * MONTHS + first.month - 1 + (1 if month else MONTHS)
    if months // MONTHS > date.max.year:
        return first, date.max
    return first, date(months // MONTHS, months % MONTHS + 1, 1)


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


def to_naive_utc(day: date, zone: str) -> datetime:
    """The time, or the beginning of the day in that zone, as naive UTC. Raises StatisticsError."""
    if isinstance(day, datetime):
        return day if day.tzinfo is None else day.astimezone(UTC).replace(tzinfo=None)
    try:
        return day_start_in_utc(day, zone)
    except OverflowError as error:
        raise StatisticsError(f"{day} is at the end of the calendar: name a day in between") from error


# --- the last of something -------------------------------------------------------------------------------------------

MONTHS = 12
SESSION = "session"
UNITS = {"d": "day", "w": "week", "m": "month"}
WEEK = 7
BREAK = timedelta(minutes=30)
"""As long as that, a break ends a session."""
_LAST = re.compile(r"(?P<number>[0-9]{1,4})(?P<unit>[dwm])")
_LAST_HAND = "SELECT max(played_at) FROM hands"
_LAST_TOURNAMENT = "SELECT greatest(max(played_at), (SELECT max(started_at) FROM tournaments)) FROM hands"
"""When the last hand or tournament began: of many tournaments there are only summaries."""
_LAST_SESSION = """
    WITH played AS (
        SELECT played_at, played_at - lag(played_at) OVER (ORDER BY played_at) AS gap
        FROM hands
        WHERE played_at IS NOT NULL AND (hero IS NOT NULL OR NOT EXISTS (FROM hands WHERE hero IS NOT NULL))
    )
    SELECT max(played_at) FROM played WHERE gap IS NULL OR gap >= INTERVAL 30 MINUTE
"""
"""When the last session began: that of all heroes, or where there are no heroes of all players."""


def check_and_casefold_last_period(text: str) -> str:
    """Check `7d`, `2w`, `3m` or `session`, in any case. Raises StatisticsError."""
    folded = text.strip().casefold()
    match = _LAST.fullmatch(folded)
    if folded == SESSION or (match and int(match["number"])):
        return folded
    raise StatisticsError(f"{quoted(text)} is no period: write it like 7d, 2w or 3m (days, weeks, months), or session")


def last_period_in_words(text: str) -> str:
    """`7 days`, `month` or `session`."""
    match = _LAST.fullmatch(text)
    if not match:
        return text
    number, unit = int(match["number"]), UNITS[match["unit"]]
    return unit if number == 1 else count(number, unit)


def last_period_variables(database: Database, text: str, zone: str) -> VariableValues:
    """When the first hand of that period can have begun; None: no hand has a date."""
    return {"last": _last_period_start(database, text, zone, _LAST_HAND)}


def _last_period_start(database: Database, text: str, zone: str, last_moment_sql: str) -> datetime | None:
    """When that period begins, as naive UTC; None: nothing has a date. `last_moment_sql`: the query of its last day."""
    sql = _LAST_SESSION if text == SESSION else last_moment_sql
    moment: datetime | None = database.compute_once_if_read_only(
        sql, lambda: database.connection.execute(sql).fetchall()[0][0]
    )
    return moment if text == SESSION or moment is None else _period_start_before(moment, text, zone)


def tournament_bounds(
    database: Database, since: date | None, until: date | None, last: str | None, zone: str
) -> tuple[datetime | None, datetime | None]:
    """From when on, and before when, a tournament can begin in all these periods, as naive UTC; None: at any time."""
    starts = [None if since is None else to_naive_utc(since, zone)]
    if last is not None and (start := _last_period_start(database, last, zone, _LAST_TOURNAMENT)):
        starts.append(start - BREAK if last == SESSION else start)  # it begins before its first hand
    return max(filter(None, starts), default=None), None if until is None else to_naive_utc(until, zone)


def _period_start_before(moment: datetime, text: str, zone: str) -> datetime:
    """When so many days, weeks or months begin, the last of whose days is that of the moment."""
    day = moment.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)).date()
    number, unit = int(text[:-1]), text[-1]
    try:
        if unit != "m":
            return day_start_in_utc(day - timedelta(days=number * (WEEK if unit == "w" else 1) - 1), zone)
        year, month = divmod(day.year * MONTHS + day.month - 1 - number, MONTHS)
        day_before = date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
        return day_start_in_utc(day_before + timedelta(days=1), zone)
    except (ValueError, OverflowError):  # before the calendar begins
        return datetime.min
