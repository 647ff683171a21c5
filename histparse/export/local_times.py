"""When a hand was played, in the time zones that a header states."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from histparse.model.hand import Header
from histparse.model.times import ZONES

EASTERN = "ET"


def own_and_eastern(header: Header, clock: Callable[[datetime, str], str]) -> str:
    """The player's own time, then Eastern time if it differs; the zone alone if the time is not known."""
    zones = dict.fromkeys((header.zone or EASTERN, EASTERN))
    moment = header.played_at
    own, *eastern = [zone if moment is None else clock(moment.astimezone(_place(zone)), zone) for zone in zones]
    return own + "".join(f" [{time}]" for time in eastern)


@cache
def _place(zone: str) -> ZoneInfo:
    return ZoneInfo(ZONES[zone])
