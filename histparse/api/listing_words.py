"""The Python interface: the words that choose the hands of a store, those of `histparse hands`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypedDict, Unpack

from histparse import stats
from histparse.stats import Filters, Listing, Value
from histparse.store import Database


class SameWords(TypedDict, total=False):
    """Words that mean the same to `Listing`, which says what."""

    made: bool
    finding: str | None
    session: str | None
    outside: bool
    where: str | None
    sort: str
    reverse: bool
    limit: int | None
    skip: int


class HandWords(SameWords, total=False):
    """All words beside the statistic, the player and the filters, those of `histparse hands`.

    `made`, `draw`, `round`, `of` (values of the statistic's other columns) and `parameters` belong to the statistic;
    `finding`; `session`, or with `outside` all sessions but that; `where` (a condition in SQL on the columns of seats
    and hands); `sort`, `reverse`, `limit`, and how many rows of these to `skip`.
    """

    draw: int | None
    round: int | None
    of: Mapping[str, object]
    parameters: Mapping[str, Value] | None


def make_listing(
    stat: str | None,
    *,
    draw: int | None = None,
    round: int | None = None,  # noqa: A002 - the option's name
    of: Mapping[str, object] = MappingProxyType({}),
    parameters: Mapping[str, Value] | None = None,
    **shared: Unpack[SameWords],
) -> Listing:
    """The list that these words ask for."""
    values = {name: value for name, value in {"draw": draw, "round": round}.items() if value is not None} | dict(of)
    as_text = {name: None if value is None else str(value) for name, value in values.items()}
    return Listing(statistic=stat, of=as_text, parameters=parameters or {}, **shared)


def select_and_count_hands(
    database: Database, stat: str | None, player: str | None, filters: Filters, words: HandWords
) -> int:
    """Choose the hands, for this connection; returns how many. The earliest comes first, or the largest."""
    limit = words.pop("limit", None)
    words.setdefault("reverse", words.get("sort", "date") == "date")
    number = stats.fill_selected_hands_and_count(database, make_listing(stat, **words), player, filters)
    return number if limit is None else min(number, limit)
