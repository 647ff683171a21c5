"""The Python interface: tags and notes on hands, as JSON to keep, to pass on and to take in again."""

from __future__ import annotations

import msgspec

from histparse.api.store_base import StoreBase
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.store.database.tags import STAR, Hand, TagError, TagFile, Tagged, checked

__all__ = ["STAR", "TagError", "TagFile", "Tagged", "checked", "exported", "hand_of", "imported"]

LONGEST = 200
"""Letters of a site with a number."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in an export."""

    hand: str
    tags: tuple[str, ...] = ()
    note: str = ""


def exported(store: StoreBase) -> bytes:
    """All tags and notes as a JSON list, a hand each. Raises StoreError."""
    rows = [_Row(":".join(hand), one.tags, one.note) for hand, one in TagFile(store.path).all().items()]
    return msgspec.json.format(msgspec.json.encode(rows)) + b"\n"


def imported(store: StoreBase, data: bytes) -> int:
    """Add the tags and notes of an export to those there are, all or none; returns the number of its hands.

    Raises StoreError, TagError, and HistparseError for what is no export.
    """
    try:
        rows = msgspec.json.decode(data, type=list[_Row])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HistparseError(f"this is not what `histparse tags export` writes ({error})") from error
    TagFile(store.path).add({hand_of(row.hand): Tagged(row.tags, row.note) for row in rows})
    return len(rows)


def hand_of(said: str) -> Hand:
    """The site and number of `site:number`. Raises TagError."""
    site, colon, number = said.partition(":")
    if not (site.isidentifier() and colon and number.isprintable() and number.strip() and len(said) <= LONGEST):
        raise TagError(f"a hand is named by its site and number, as pokerstars:123, not {quoted(said[:LONGEST])}")
    return site, number
