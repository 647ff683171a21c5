"""The Python interface: which hands are listed, in the words of `histparse hands`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypedDict, Unpack

from histparse.stats import Listing, Value


class SameWords(TypedDict, total=False):
    """Words that mean the same to `Listing`, which says what."""

    made: bool
    finding: str | None
    session: str | None
    where: str | None
    sort: str
    reverse: bool
    limit: int | None
    skip: int


class ListingWords(SameWords, total=False):
    """All words beside the statistic, the player and the filters."""

    draw: int | None
    round: int | None
    of: Mapping[str, object]
    parameters: Mapping[str, Value] | None


def listing(
    stat: str | None,
    *,
    draw: int | None = None,
    round: int | None = None,  # noqa: A002 - the option's name
    of: Mapping[str, object] = MappingProxyType({}),
    parameters: Mapping[str, Value] | None = None,
    **same: Unpack[SameWords],
) -> Listing:
    """What is asked for."""
    told = {name: value for name, value in {"draw": draw, "round": round}.items() if value is not None} | dict(of)
    as_text = {name: None if value is None else str(value) for name, value in told.items()}
    return Listing(statistic=stat, of=as_text, parameters=parameters or {}, **same)
