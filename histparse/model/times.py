"""Converts times from a site's own zone and clock to UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from histparse.model.figures import Sentence

ZONES = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "AT": "America/Halifax",
    "NT": "America/St_Johns",
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "CLT": "America/Santiago",
    "COT": "America/Bogota",
    "PET": "America/Lima",
    "VET": "America/Caracas",
    "UTC": "UTC",
    "GMT": "UTC",
    "WET": "Europe/Lisbon",
    "BST": "Europe/London",
    "CET": "Europe/Paris",
    "EET": "Europe/Helsinki",
    "MSK": "Europe/Moscow",
    "TRT": "Europe/Istanbul",
    "IST": "Asia/Kolkata",
    "PKT": "Asia/Karachi",
    "CCT": "Asia/Shanghai",
    "HKT": "Asia/Hong_Kong",
    "SGT": "Asia/Singapore",
    "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth",
    "ACST": "Australia/Darwin",
    "AEST": "Australia/Brisbane",
    "AET": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
}
"""Zones as sites write them. They stand for a place, summer time included, whatever the abbreviation means
elsewhere."""

_CLOCK = re.compile(r"(\d{4})[/-](\d\d?)[/-](\d\d?)[ -]+(\d\d?):(\d\d)(?::(\d\d))?(?: \(?([A-Z]{2,5}))?")


NO_TIME = "`{time}` is not a valid date and time"
IMPOSSIBLE_PAIR = "`{one}` and `{other}` cannot be the same moment in two zones"
FARTHEST, STEP = timedelta(hours=26), timedelta(minutes=15)
"""The largest difference between two zones' clocks, and its unit."""


class Clock(NamedTuple):
    """The time a header states."""

    moment: datetime | None = None
    """UTC, aware; None if the zone is unknown or the time is invalid."""
    zone: str | None = None
    """The zone as the text writes it."""
    doubt: Sentence | None = None
    """Why the time is impossible."""
    second_moment: datetime | None = None
    """Where clocks go back, the later moment at which they show the same, unless another clock tells which is meant."""


def parse_stated_time(text: str) -> Clock:
    """The time that a header states: `2011/06/26 18:34:02 WET [2011/06/26 13:34:02 ET]`.

    The time in brackets is the site's own and takes precedence: a player's computer may be set to any zone. Where
    clocks go back it shows an hour twice, and the other clock says which of the two is meant.
    """
    stated = _CLOCK.match(text)
    if stated is None:
        return Clock()
    site = _CLOCK.search(text, stated.end()) or stated
    local = _parse_clock(stated)
    central = local if site is stated else _parse_clock(site)
    if local is None or central is None:
        return Clock(None, stated[7], (NO_TIME, {"time": (stated if local is None else site)[0]}))
    doubt: Sentence | None = None
    if site is not stated and not _differ_by_possible_zone_offset(local, central):
        doubt = IMPOSSIBLE_PAIR, {"one": stated[0], "other": site[0]}
    moment, second_moment = _moment_and_other_possible_one(central, site[7] or "", local, stated[7] or "")
    return Clock(moment, stated[7], doubt, second_moment)


def _parse_clock(clock: re.Match[str]) -> datetime | None:
    year, month, day, hour, minute, second = map(int, clock.groups("0")[:6])
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


def _moment_and_other_possible_one(
    site_clock: datetime, site_zone: str, local_clock: datetime, local_zone: str
) -> tuple[datetime | None, datetime | None]:
    """The moment of the site's clock, and the other one at which it shows that if the local clock is right at both."""
    moments = _moments_in_utc(site_clock, site_zone)
    if len(moments) > 1:
        at_home = _moments_in_utc(local_clock, local_zone)
        right = [moment for moment in moments if moment in at_home]
        moments = right if len(right) == 1 else moments
    first, second_moment, *_ = (*moments, None, None)
    return first, second_moment


def _moments_in_utc(clock_time: datetime, zone: str) -> list[datetime]:
    """The moments at which a clock in that zone shows that: two where it goes back, none where it is not known."""
    past = timedelta(minutes=clock_time.minute, seconds=clock_time.second)
    return [
        hour + past
        for hour in _full_hour_moments_in_utc(clock_time.year, clock_time.month, clock_time.day, clock_time.hour, zone)
    ]


@lru_cache(1 << 12)  # a zone changes its offset at a full hour, and hands come many in an hour
def _full_hour_moments_in_utc(year: int, month: int, day: int, hour: int, zone: str) -> tuple[datetime, ...]:
    if zone not in ZONES:
        return ()
    place = ZoneInfo(ZONES[zone])
    try:
        first, second = (datetime(year, month, day, hour, tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1))
    except OverflowError:  # at the ends of the calendar
        return ()
    return (first, second) if first < second else (first,)


def _differ_by_possible_zone_offset(local_clock: datetime, site_clock: datetime) -> bool:
    difference = abs(local_clock - site_clock)
    return difference <= FARTHEST and not difference % STEP
