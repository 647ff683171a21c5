"""Step 10, serve: the periods that stand beside the filters, and the days of the last half year as a calendar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby

from msgspec import Struct

from histparse.model.errors import count
from histparse.report.model import Row
from histparse.serve.address import Address
from histparse.stats import words

PERIODS = {"This session": "session", "Last day": "1d", "7 days": "7d", "30 days": "30d", "90 days": "90d"}
"""What the filter `last` is in each period; the session of the last hand is this one."""
LAST_SESSION, ALL_TIME = "Last session", "All time"
TIME, SHOWN_TIME = "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"
MINUTE = timedelta(minutes=1)


class Period(Struct, frozen=True):
    """A period, the address of the page in it, whether it is the one that is shown, and when it began, if at a time."""

    name: str
    address: str
    is_shown: bool
    began: str = ""


def period_links(address: Address, last_sessions: Iterable[Row] = ()) -> Iterator[Period]:
    """The periods of a page; `last_sessions` has the last two, in the time zone of the page."""
    shown = tuple(address.get(name) or "" for name in ("last", "from", "to"))

    def period_link(name: str, last: str = "", first: str = "", end: str = "", began: str = "") -> Period:
        changes = {"last": last, "from": first, "to": end, "page": ""}
        return Period(name, address.changed_address(**changes), shown == (last, first, end), began)

    ordered = sorted(last_sessions, key=lambda session: session["began"])
    latest = f"{ordered[-1]['began']:{SHOWN_TIME}}" if ordered else ""
    for name, last in PERIODS.items():
        yield period_link(name, last, began=latest if last == "session" else "")
    for session in ordered[:-1]:
        first = session["began"]
        end = first + timedelta(minutes=session["minutes"]) + MINUTE
        yield period_link(LAST_SESSION, "", f"{first:{TIME}}", f"{end:{TIME}}", f"{first:{SHOWN_TIME}}")
    yield period_link(ALL_TIME)


WEEKS, WEEK = 26, 7
GRADES = (5.0, 20.0)
"""Big bets from which a day has the next shade."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Day(Struct):
    """A day: what was won in big bets, in how many hands; no hands: not played."""

    date: date
    big_bets: float = 0.0
    hands: int = 0
    sessions: list[Row] = []

    @property
    def in_words(self) -> str:
        """`9 Mar 2013: +2.3 big bets, 1 hand`."""
        day = f"{self.date.day} {self.date:%b %Y}"
        return f"{day}: {words.signed_number(self.big_bets)} big bets, {count(self.hands, 'hand')}"

    @property
    def shade(self) -> str:
        """`won-0` to `won-2`, or `lost-0` to `lost-2`."""
        grade = sum(abs(self.big_bets) >= least for least in GRADES)
        return f"{'won' if self.big_bets >= 0 else 'lost'}-{grade}"


class Calendar(Struct, frozen=True):
    """Months, each with how many of the weeks end in it, and a row for each weekday with its days."""

    months: list[tuple[str, int]]
    rows: list[tuple[str, list[Day]]]


def build_half_year_calendar(sessions: Iterable[Row]) -> Calendar | None:
    """The weeks up to that of the last session; None without sessions."""
    played: dict[date, Day] = {}
    for row in sessions:
        day = played.setdefault(row["began"].date(), Day(row["began"].date()))
        day.big_bets += row["big_bets"]
        day.hands += row["hands"]
        day.sessions.append(row)
    if not played:
        return None
    last = max(played)
    monday = last - timedelta(days=last.weekday() + WEEK * (WEEKS - 1))
    dates = [monday + timedelta(days=number) for number in range(WEEK * WEEKS)]
    months = [
        (f"{first:%b}", len(list(weeks))) for first, weeks in groupby(day.replace(day=1) for day in dates[6::WEEK])
    ]
    days = [[played.get(day, Day(day)) for day in dates[place::WEEK]] for place in range(WEEK)]
    return Calendar(months, list(zip(WEEKDAYS, days, strict=True)))
