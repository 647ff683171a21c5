"""Step 7c, privacy: the times in a piece of text, moved and written as they were."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from histparse.model.times import Clock
from histparse.parsing.dialects.fulltilt import MONTHS

Moved = Callable[[datetime], datetime]
"""From a time in UTC to another."""

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAY = r"(?P<year>\d{4})[/-](?P<month>\d\d?)[/-](?P<day>\d\d?)"
_NAMED_DAY = rf"(?P<weekday>\w{{1,12}}), (?P<named>{'|'.join(MONTHS)}) (?P<number>\d\d?), (?P<year>\d{{4}})"
_HOUR = r"(?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d))?"
_FORMS = (
    re.compile(rf"{_DAY}[ -]+{_HOUR}(?: \(?[A-Z]{{2,5}}\b| [+-]\d{{4}})?"),
    re.compile(rf"{_HOUR} [A-Z]{{2,5}} - {_DAY}"),
    re.compile(rf"{_HOUR} [A-Z]{{2,5}} - {_NAMED_DAY}"),
    re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)(?P<hour>\d\d)(?P<minute>\d\d)(?P<second>\d\d)"),
)
"""How sites write a time."""


def move_times(text: str, move: Moved, read_clock: Callable[[str], Clock]) -> str | None:
    """The text with each of its times moved; None if one is not a time. `read_clock`: what the site means by a time.

    A clock that is known shows the moved time, also where summer begins or ends in between; any other one is moved by
    days.
    """
    form = next((form for form in _FORMS if form.search(text)), None)
    if form is None:
        return None if re.search(r"\d", text) else text
    with suppress(ValueError, OverflowError):
        return form.sub(lambda matched: _move_matched_time(matched, move, read_clock), text)
    return None


def move_day_if_valid(text: str, move: Moved) -> str:
    """`20110419`, moved by days; a text that is no such day as it is."""
    with suppress(ValueError, OverflowError):
        day = datetime.strptime(text, "%Y%m%d").replace(tzinfo=UTC)
        return f"{move(day):%Y%m%d}"
    return text


def move_milliseconds(text: str, shift: timedelta) -> str:
    """Milliseconds since 1970, moved by that."""
    return str(int(text) + round(shift.total_seconds() * 1000))


def _move_matched_time(matched: re.Match[str], move: Moved, read_clock: Callable[[str], Clock]) -> str:
    shown = _shown_clock(matched)
    moment = read_clock(matched[0]).moment
    if moment is None:
        return _format_like(matched, move(shown.replace(tzinfo=UTC)))
    target = move(moment)
    near = (shown + (target - moment) + timedelta(hours=hours) for hours in (0, 1, -1))
    texts = [_format_like(matched, clock) for clock in near]
    return next((text for text in texts if read_clock(text).moment == target), texts[0])


def _shown_clock(matched: re.Match[str]) -> datetime:
    """Read the time that the clock shows. Raises ValueError if there is no such time."""
    parts = matched.groupdict()
    month = parts.get("month") or 1 + MONTHS.index(parts["named"])
    clock = (parts["hour"], parts["minute"], parts["second"] or 0)
    day = parts.get("day") or parts["number"]
    year, month, day, hour, minute, second = map(int, (parts["year"], month, day, *clock))
    return datetime(year, month, day, hour, minute, second)


def _format_like(matched: re.Match[str], clock: datetime) -> str:
    text, begin = matched[0], matched.start()
    for name in sorted((name for name, part in matched.groupdict().items() if part), key=matched.start, reverse=True):
        part = _format_part(name, matched[name], clock)
        text = text[: matched.start(name) - begin] + part + text[matched.end(name) - begin :]
    return text


def _format_part(part_name: str, old_text: str, clock: datetime) -> str:
    match part_name:
        case "weekday":
            weekday = _DAYS[clock.weekday()]
            return weekday if old_text in _DAYS else weekday[: len(old_text)]  # or its first letters
        case "named":
            return MONTHS[clock.month - 1]
        case "number":
            return str(clock.day)
        case _:
            return f"{getattr(clock, part_name):0{len(old_text)}}"
