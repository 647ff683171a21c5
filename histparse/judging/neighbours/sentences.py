"""Step 5, judging: the message for a row of a neighbour query, and the severity if it differs from the rule's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from histparse.model.findings import Severity
from histparse.model.money import show_amount
from histparse.model.times import ZONES

Row = Mapping[str, Any]
"""A row of a query, its values by column. Any: columns have many types."""
Sentence = Callable[[Row], tuple[str, Severity | None] | None]
"""The message, and a severity if other than the rule's own; None if there is nothing to report after all."""

HOUR = timedelta(hours=1)


def stack(row: Row) -> tuple[str, Severity | None]:
    """A stack other than the hand before left; a larger one in a tournament is a rebuy."""
    now, left = (show_amount(row[name], row["currency"]) for name in ("stack", "left_with"))
    message = f"{row['player']} has {now}, and {_before(row)} left them {left}"
    return message, Severity.NOTE if row["rose"] else None


def time(row: Row) -> tuple[str, Severity | None] | None:
    """A time before that of the previous hand; the end of summer time explains an hour."""
    now, before = row["played_at"], row["before_played_at"]
    if before - now <= HOUR and _shown_twice(now):
        return None
    return f"begins at {now:%Y-%m-%d %H:%M:%S} UTC, and {_before(row)} at {before:%Y-%m-%d %H:%M:%S}", None


def missing(row: Row) -> tuple[str, Severity | None]:
    """Stacks and a button that show missing hands."""
    signs = [f"{row['differ']} of {row['met']} stacks differ"]
    signs += [f"the button is {row['steps']} players on"] if row["steps"] > 1 else []
    return f"hands seem to be missing after {_before(row)}: {' and '.join(signs)}", None


def button(row: Row) -> tuple[str, Severity | None]:
    """A button that is not in the next seat."""
    seats = f"in seat {row['button']}: in {_before(row)} it was in seat {row['before_button']}"
    return f"the button is {seats}, and seat {row['next_seat']} is next", None


SENTENCES: dict[str, Sentence] = {"SEQ01": stack, "SEQ02": time, "SEQ03": missing, "SEQ04": button}


def _before(row: Row) -> str:
    return f"hand {row['before_id']} ({row['before_path']}:{row['before_line']})"


def _shown_twice(moment: datetime) -> bool:
    """Whether that local time occurs twice in some zone of a site, because summer time has ended."""
    places = map(ZoneInfo, set(ZONES.values()))
    return any(_offset(moment, place) > _offset(moment + HOUR, place) for place in places)


def _offset(moment: datetime, place: ZoneInfo) -> timedelta:
    utc = moment.replace(tzinfo=ZoneInfo("UTC"))
    return utc.astimezone(place).utcoffset() or timedelta()
