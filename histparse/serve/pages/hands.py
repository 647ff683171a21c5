"""Step 10, serve: the hands behind a figure, of a session, with a finding, or all that the filters leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from histparse import Store, statistics
from histparse.api.store_hands import ListingWords
from histparse.model.money import SIGNS
from histparse.report.columns import columns
from histparse.serve.address import Address, RefusedError, player_of
from histparse.serve.paging import EACH, page_of
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/hands", "Hands", 40, "hands.html", False
KEYS = ("player", "stat", "made", "of", "finding", "session", "sort", "up", "page")
LEFT_OUT = ("path", "line", "made")
"""Columns that the page of the hand shows, or the heading says."""


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The hands of that page."""
    player = None if address.one("player") is None else player_of(store, address)
    stat, filters, words = address.one("stat"), address.filters(), _words(address)
    rows = source.kept(
        store,
        ("number", stat, player, filters, repr(words)),
        lambda own: own.number_of_hands(stat, player, filters=filters, **words),
    )
    page = page_of(address, rows)
    of_page: ListingWords = {**words, "limit": EACH, "skip": page.skip}
    found = store.find_hands(stat, player, filters=filters, **of_page)
    kept = found.drop([name for name in _left_out(found, player) if name in found.columns])
    return {
        "player": player,
        "title": _title(stat, words),
        "only": filters.in_words,
        "headings": columns(kept),
        "rows": found.to_dicts(),
        "page": page,
        "sort": words["sort"],
        "up": words["reverse"],
        "sorts": {"played at": "date", "net": "net", "pot": "pot"},
        "kept_fields": ("stat", "made", "of", "finding", "session", "sort", "up"),
    }


def _left_out(found: pl.DataFrame, player: str | None) -> Iterator[str]:
    """Columns that are the same in every row, and said elsewhere."""
    yield from LEFT_OUT
    yield from ["player"] if player is not None else []
    yield from ["currency"] if set(found["currency"]) <= SIGNS.keys() else []


def _words(address: Address) -> ListingWords:
    """What is listed, its names to be checked when it is counted. Raises RefusedError."""
    return ListingWords(
        made=address.choice("made", ["yes", ""], "") == "yes",
        of=dict(map(_column, address.all("of"))),
        finding=address.one("finding"),
        session=address.one("session"),
        sort=address.one("sort") or "date",
        reverse=bool(address.one("up")),
    )


def _column(said: str) -> tuple[str, str | None]:
    name, equals, value = said.partition("=")
    if not equals:
        raise RefusedError("write a column as of=NAME=VALUE")
    return name, value or None


def _title(stat: str | None, words: ListingWords) -> str:
    """`Pat rate: draw 2, made`."""
    if stat is None:
        return f"Hands with {words['finding'].upper()}" if words["finding"] else "Hands"
    title = statistics()[stat].title
    apart = [f"{name.replace('_', ' ')} {value or 'all'}" for name, value in words["of"].items()]
    said = ", ".join([*apart, *(["done"] if words["made"] else [])])
    return f"{title}: {said}" if said else title
