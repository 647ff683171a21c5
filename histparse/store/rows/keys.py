"""Step 6b, rows: the keys of hands and texts - computed from what they are, so that any process can fill a batch."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b, md5

import numpy as np
import polars as pl

Tables = dict[str, pl.DataFrame]


def hand_key(site: str, hand_id: str) -> int:
    """The key of the hand with that number: 64 bits.

    Among a million hands, two share a key in one of 40 million databases; they would be taken for one hand.
    """
    text = f"{site} {hand_id}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def text_id(path: str, line: int, digest: int) -> int:
    """The key of a text at its place, whatever its number: 63 bits. `analytics/migrations/7.sql` makes the same."""
    text = f"{path}:{line}:{digest}".encode("utf-8", "backslashreplace")
    return int.from_bytes(md5(text, usedforsecurity=False).digest()[8:], "little") >> 1


def with_keys(tables: Mapping[str, pl.DataFrame]) -> Tables:
    """The tables with each `hand_key`, so far a number in the batch, replaced by the key of the database.

    Where texts share a number the first has its key, each other one the key of its text.
    """
    hands = tables["hands"]
    keys = [hand_key(*number) for number in hands.select("site", "hand_id").rows()]
    if len(set(keys)) < len(keys):
        _part(keys, hands)
    by_number = np.zeros(1 + max(hands["hand_key"], default=0), np.int64)
    by_number[hands["hand_key"]] = keys
    found = pl.Series(by_number)
    return {
        name: rows.with_columns(hand_key=found.gather(rows["hand_key"])) if "hand_key" in rows.columns else rows
        for name, rows in tables.items()
    }


def _part(keys: list[int], hands: pl.DataFrame) -> None:
    """Give texts that share a number keys of their own."""
    seen = set[int]()
    for row, place in enumerate(hands.select("path", "first_line", "digest").rows()):
        if keys[row] in seen:
            keys[row] = text_id(*place)
        seen.add(keys[row])
