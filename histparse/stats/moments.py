"""Step 7, statistics: days and times as users write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from histparse.model.plain import quoted
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filter_values import begins


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
