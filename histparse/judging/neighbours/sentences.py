"""Step 5, judging: the sentence for a row of a neighbour query, and the severity if it differs from the rule's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from histparse.model.figures import Figure, Figures, Money
from histparse.model.findings import Severity
from histparse.model.times import ZONES

Row = Mapping[str, Any]
"""A row of a query, its values by column. Any: columns have many types."""


class Said(NamedTuple):
    """What to report of a row; `severity` if it is not the rule's own."""

    template: str
    figures: Figures
    severity: Severity | None = None


Sentence = Callable[[Row], Said | None]
"""None if there is nothing to report after all."""

HOUR = timedelta(hours=1)
REBUY = (
    "{name} begins with {now}, {apart} more than hand {before} ({path}:{line}) left them ({left}): a rebuy or an add-on"
)
LESS = "{name} begins with {now}, {apart} less than hand {before} ({path}:{line}) left them ({left})"
BACK = "the hand begins at {now} UTC; hand {before} ({path}:{line}), which has a lower number, begins at {then}"
CHANGED = "hands seem to be missing after hand {before} ({path}:{line}): {differ} of {met} stacks have changed since"
PASSED = (
    "hands seem to be missing after hand {before} ({path}:{line}): {differ} of {met} stacks have changed since, "
    "and the button has moved on by {steps} players"
)
BUTTON = (
    "the button is in seat {button}; in hand {before} ({path}:{line}) it was in seat {before_button}, "
    "so seat {next_seat} is next"
)


def stack(row: Row) -> Said:
    """A stack other than the hand before left; a larger one in a tournament is a rebuy."""
    now, left = (Money(row[name], row["currency"]) for name in ("stack", "left_with"))
    apart = Money(abs(now.amount - left.amount), row["currency"])
    figures = _before(row) | {"name": row["player"], "now": now, "left": left, "apart": apart}
    if row["rose"]:
        return Said(REBUY, figures, Severity.NOTE)
    return Said(LESS, figures)


def time(row: Row) -> Said | None:
    """A time before that of the previous hand; the end of summer time explains an hour."""
    now, before = row["played_at"], row["before_played_at"]
    if before - now <= HOUR and _shown_twice(now):
        return None
    times = {"now": f"{now:%Y-%m-%d %H:%M:%S}", "then": f"{before:%Y-%m-%d %H:%M:%S}"}
    return Said(BACK, _before(row) | times)


def missing(row: Row) -> Said:
    """Stacks and a button that show missing hands."""
    stacks: Figures = _before(row) | {name: row[name] for name in ("differ", "met")}
    return Said(PASSED, {**stacks, "steps": row["steps"]}) if row["steps"] > 1 else Said(CHANGED, stacks)


def button(row: Row) -> Said:
    """A button that is not in the next seat."""
    seats = {name: row[name] for name in ("button", "before_button", "next_seat")}
    return Said(BUTTON, _before(row) | seats)


SENTENCES: dict[str, Sentence] = {"SEQ01": stack, "SEQ02": time, "SEQ03": missing, "SEQ04": button}


def _before(row: Row) -> dict[str, Figure]:
    """The figures of the hand before."""
    return {"before": row["before_id"], "path": row["before_path"], "line": row["before_line"]}


def _shown_twice(moment: datetime) -> bool:
    """Whether that local time occurs twice in some zone of a site, because summer time has ended."""
    places = map(ZoneInfo, set(ZONES.values()))
    return any(_offset(moment, place) > _offset(moment + HOUR, place) for place in places)


def _offset(moment: datetime, place: ZoneInfo) -> timedelta:
    utc = moment.replace(tzinfo=ZoneInfo("UTC"))
    return utc.astimezone(place).utcoffset() or timedelta()
