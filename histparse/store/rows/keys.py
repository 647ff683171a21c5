"""Step 6b, rows: the key of a hand - computed from its site and number alone, so that any process can fill a batch."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import numpy as np
import polars as pl

Tables = dict[str, pl.DataFrame]


def hand_key(site: str, hand_id: str) -> int:
    """The key of the hand with that number: 64 bits.

    Among a million hands, two share a key in one of 40 million databases; they would be taken for one hand.
    """
    text = f"{site} {hand_id}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def with_keys(tables: Mapping[str, pl.DataFrame]) -> Tables:
    """The tables with each `hand_key`, so far a number in the batch, replaced by the key of the database."""
    hands = tables["hands"]
    keys = [hand_key(*number) for number in hands.select("site", "hand_id").rows()]
    by_number = np.zeros(1 + max(hands["hand_key"], default=0), np.int64)
    by_number[hands["hand_key"]] = keys
    found = pl.Series(by_number)
    return {
        name: rows.with_columns(hand_key=found.gather(rows["hand_key"])) if "hand_key" in rows.columns else rows
        for name, rows in tables.items()
    }
