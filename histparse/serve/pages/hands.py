"""Step 10, serve: the hands behind a figure, of a session, with a finding, or all that the filters leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from histparse import Store, statistics
from histparse.api.store_hands import ListingWords
from histparse.report.columns import columns
from histparse.serve.address import YES, Address, RefusedError, player_of
from histparse.serve.paging import EACH, page_of
from histparse.serve.pictures import with_pictures
from histparse.serve.source import Source

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/hands", "Hands", 40, "hands.html", False
KEYS = ("player", "stat", "made", "of", "finding", "session", "everyone", "sort", "up", "page")
OF_PICTURES = ("site", "hand_id", "played_at", "position", "currency", "pot", "net")
LEFT_OUT = ("path", "line", "made")
"""Columns that the page of the hand shows, or the heading says."""


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The hands of that page."""
    player, filters, words = _player(address, store, source), address.filters(), _words(address)
    stat = address.one("stat")
    rows = source.kept(
        store,
        ("number", stat, player, filters, repr(words)),
        lambda own: own.number_of_hands(stat, player, filters=filters, **words),
    )
    page = page_of(address, rows)
    of_page: ListingWords = {**words, "limit": EACH, "skip": page.skip}
    found = store.find_hands(stat, player, filters=filters, **of_page)
    told = [*OF_PICTURES, *LEFT_OUT, *([] if player is None and stat else ["player"])]
    return {
        "player": player,
        "title": _title(stat, words),
        "only": filters.in_words,
        "everyone": "" if player is None or stat else address.but(player="", everyone=YES, page=""),
        "headings": columns(found.drop(told, strict=False)),
        "rows": [(row, picture, _to(address, row)) for row, picture in with_pictures(store, found)],
        "page": page,
        "sort": words["sort"],
        "up": words["reverse"],
        "sorts": {"played": "date", "net in big bets": "net", "pot": "pot"},
        "kept_fields": ("stat", "made", "of", "finding", "session", "everyone", "sort", "up"),
    }


def _player(address: Address, store: Store, source: Source) -> str | None:
    """Whose hands are listed: the hero's, unless others, a figure, a finding or everyone is asked for."""
    asked = any(map(address.one, ("stat", "finding", "everyone")))
    if address.one("player") is None and (asked or not source.kept(store, "has hero", Store.has_hero)):
        return None
    return player_of(store, address)


def _to(address: Address, row: Mapping[str, Any]) -> str:
    """The address of a hand, at the line of its row."""
    return address.to("/hand", ("id", f"{row['site']}:{row['hand_id']}"), ("line", str(row["line"])))


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
