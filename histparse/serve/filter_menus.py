"""Step 10, serve: the filters of a page as menus - what each says of its filters, and the page without them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, StatisticsError, Store
from histparse.serve.address import Address, RefusedError
from histparse.serve.calendar import Period
from histparse.serve.sessions import list_sessions
from histparse.serve.source import PageRequest
from histparse.stats.filter_kinds import Filter, stakes_in_words
from histparse.stats.filters import filters_by_field

WHEN, OTHERS = "When", "More"
MENUS = (WHEN, "Stakes", "Position", "Table size", "Opponent", OTHERS)
"""The menus of filters, in their order."""
DEFAULT_ZONE = "tz", Filters().zone
"""No filter of hands, though addresses of sessions name it."""


class FilterMenu(Struct, frozen=True):
    """A menu: its filters, what they are set to in words (empty: they are not), and the page without them."""

    name: str
    filters: tuple[Filter, ...]
    value: str
    cleared_address: str


def filter_menus(address: Address, periods: Sequence[Period], left_out_names: Collection[str]) -> list[FilterMenu]:
    """The menus of the page, without filters that it lacks or shows elsewhere."""
    listed = [declaration for declaration in filters_by_field().values() if declaration.name not in left_out_names]
    ordered = sorted(listed, key=lambda declaration: MENUS.index(declaration.menu))
    return [
        _build_menu(address, name, tuple(filters), periods)
        for name, filters in groupby(ordered, key=lambda declaration: declaration.menu)
    ]


def _build_menu(address: Address, name: str, filters: tuple[Filter, ...], periods: Sequence[Period]) -> FilterMenu:
    values = [
        _value_in_words(address, declaration, value)
        for declaration in filters
        if (value := address.get(declaration.name)) and (declaration.name, value) != DEFAULT_ZONE
    ]
    period = next((period.name for period in periods if period.is_shown), "") if values and name == WHEN else ""
    cleared = dict.fromkeys((*(declaration.name for declaration in filters), "page"), "")
    return FilterMenu(name, filters, period or ", ".join(values), address.changed_address(**cleared))


def _value_in_words(address: Address, declaration: Filter, value: str) -> str:
    """`$1/$2`, `6 players`, `from 2024-01-31`, `site pokerstars`: as short as its menu allows."""
    if declaration.is_player:
        return address.unique_pseudonym_if_hidden(value)
    if declaration.name == "stakes":
        return stakes_in_words(value)
    if declaration.is_number and declaration.menu != OTHERS:
        return f"{value} {declaration.name}"
    if declaration.options:
        return declaration.heading[0 if declaration.words.get(value, True) else -1]
    if declaration.heading and declaration.menu in {WHEN, OTHERS}:
        return declaration.heading[0].format(value)
    return value


def is_day(value: str) -> bool:
    """Whether it is a day as the browser's field of a day has it."""
    with suppress(ValueError):
        return date.fromisoformat(value).isoformat() == value
    return False


def last_two_sessions(request: PageRequest) -> list[dict[str, Any]]:
    """The last two sessions of the player, whatever the other filters; none where they cannot be counted."""
    address = request.address
    parameters = address.pick_parameters(("player", "tz"))
    try:
        rows = list_sessions(PageRequest(replace(address, parameters=parameters), request.store, request.source))
    except (RefusedError, StatisticsError):
        return []
    return rows.drop_nulls("began").unique("began").sort("began").tail(2).to_dicts()


def count_passing_hands_if_possible(request: PageRequest, player: str | None) -> int | None:
    """The number of hands that pass the filters, of that player or of all; None where they cannot be counted."""
    try:
        return request.call_cached(Store.number_of_hands, None, player, filters=request.filters)
    except StatisticsError:
        return None
