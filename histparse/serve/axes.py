"""Step 10, serve: what stands at the axes of a curve - round values beside it, months, days or hours below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil, floor, log10

from histparse.stats import words

MOST_LINES, ROUND = 5, (1, 2, 5, 10)
"""Lines of a grid, and the first figures of the steps between them."""
GAP, FIRST_GAP, EDGE, LAST = 20.0, 28.0, 5.0, 97.0
"""The least distance of dates below a curve, and that from one at its left edge; where this ends, and the last place of
a date: in percent of the width."""
MOST_DAYS, ONE_YEAR = 62, 300
"""Days of a curve that has days below it, and of one whose months need no year."""
STEPS, MOST_STEPS = (5, 10, 15, 30, 60, 120, 240, 480), 6
"""Minutes between two times of a session, and how often these come at most."""


def round_values(top: float, bottom: float) -> list[tuple[float, str]]:
    """Round values between the two, from above, with their texts; nothing if there is no room between them."""
    if top <= bottom:
        return []
    power = 10.0 ** floor(log10((top - bottom) / MOST_LINES))
    step = next(power * factor for factor in ROUND if (top - bottom) / (power * factor) <= MOST_LINES)
    values = [number * step for number in range(floor(top / step), ceil(bottom / step) - 1, -1)]
    return [(value, words.signed_number(value, 0 if step >= 1 else 1) if value else "0") for value in values]


def date_labels(
    hands: Sequence[int], times: Iterable[datetime | None], *, shows_clock: bool
) -> tuple[tuple[float, str], ...]:
    """Where across, in percent, a new month, day or hour begins, as far as there is room."""
    dated = [(hand, time) for hand, time in zip(hands, times, strict=False) if time]
    if not dated:
        return ()
    name_time = _time_namer(dated[-1][1] - dated[0][1], shows_clock=shows_clock)
    labels: list[tuple[float, str]] = []
    last_name, free = "", 0.0
    for hand, time in dated:
        name, place = name_time(time), round(100 * hand / hands[-1], 1)
        if name != last_name and place <= LAST and place >= free:
            labels.append((place, name))
            free = place + (GAP if place > EDGE else FIRST_GAP)
        last_name = name
    return tuple(labels)


def _time_namer(span: timedelta, *, shows_clock: bool) -> Callable[[datetime], str]:
    """What names the part of a time that those below a curve of that length tell apart."""
    if shows_clock:
        minutes = next((step for step in STEPS if span / timedelta(minutes=step) <= MOST_STEPS), STEPS[-1])
        return lambda time: _clock(time, minutes)
    if span.days <= MOST_DAYS:
        return lambda time: f"{time.day} {time:%b}"
    return lambda time: f"{time:%b}" if span.days < ONE_YEAR else f"{time:%b %Y}"


def _clock(time: datetime, minutes: int) -> str:
    passed = (60 * time.hour + time.minute) // minutes * minutes
    return f"{passed // 60:02}:{passed % 60:02}"
