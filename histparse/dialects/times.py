"""Times of the sites: the text's own zone and clock to UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

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
"""Zones as sites write them. They name a place, summer time included, whatever the letters mean elsewhere."""

_CLOCK = re.compile(r"(\d{4})[/-](\d\d?)[/-](\d\d?)[ -]+(\d\d?):(\d\d)(?::(\d\d))?(?: \(?([A-Z]{2,5}))?")


@cache
def _place(zone: str) -> ZoneInfo | None:
    return ZoneInfo(ZONES[zone]) if zone in ZONES else None


def read_time(text: str) -> tuple[datetime | None, str | None]:
    """The moment in UTC, and the zone the text writes: `2011/06/26 18:34:02 WET [2011/06/26 13:34:02 ET]`.

    The clock in brackets is the site's own and decides where there is one: a player's machine may have told any
    zone. The moment is None where the zone is unknown or the clock shows what no clock can.
    """
    own = _CLOCK.match(text)
    if own is None:
        return None, None
    site = _CLOCK.search(text, own.end()) or own
    year, month, day, hour, minute, second, zone = site.groups()
    place = _place(zone or "")
    if place is None:
        return None, own[7]
    try:
        moment = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=place)
        return moment.astimezone(UTC), own[7]
    except (ValueError, OverflowError):
        return None, own[7]
