"""Step 10, serve: the periods that stand beside the filters - the last day played, 7 days, 30 days, all time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from histparse import Filters, StatisticsError, Store
from histparse.serve.address import Address

DAYS = {"Last day": 1, "7 days": 7, "30 days": 30}
"""How many days a period has, the last day played being the last."""


class Period(Struct, frozen=True):
    """A period, the address of the page in it, and whether it is the one that is shown."""

    name: str
    address: str
    is_shown: bool


def periods(address: Address, latest: datetime | None) -> Iterator[Period]:
    """The periods of a page, from when the last hand was played (UTC).

    They end with that hand, so that there is something to see for those who have not imported for a while.
    """
    last = (latest or datetime.now(UTC)).replace(tzinfo=UTC).astimezone(ZoneInfo(_zone(address))).date()
    asked = address.one("from") or "", address.one("to") or ""
    for name, days in DAYS.items():
        first = f"{last - timedelta(days=days - 1)}"
        yield Period(name, address.but(**{"from": first, "to": "", "page": ""}), asked == (first, ""))
    yield Period("All time", address.but(**{"from": "", "to": "", "page": ""}), asked == ("", ""))


def _zone(address: Address) -> str:
    try:
        return address.filters().zone
    except StatisticsError:  # the page says so; its filters can be mended beside that
        return "UTC"


def undated(store: Store, player: str, filters: Filters) -> int:
    """How many of the hands shown have no date; no period has such hands."""
    return 0 if filters.since or filters.until else store.undated(player, filters=filters)
