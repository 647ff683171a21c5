"""Step 6c, write: what an import has changed so far, and must check again before the commit."""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct, field

Pair = tuple[str, str]
TAKEN_TOGETHER = 2_048
"""Rows that DuckDB takes together."""


def _no_hands() -> list[pl.DataFrame]:
    return [pl.DataFrame(schema={"hand_key": pl.Int64, "digest": pl.Int64})]


def _no_texts() -> list[pl.Series]:
    return [pl.Series(dtype=pl.Int64)]


class Changes(Struct):
    """The changes of all batches of an import."""

    paths: set[str] = field(default_factory=set)
    """Files whose hands in the database changed."""
    tables: set[Pair] = field(default_factory=set)
    """Site and name of the tables at which hands were added or removed."""
    came: set[Pair] = field(default_factory=set)
    """Site and name of the players in hands that were added."""
    left: set[Pair] = field(default_factory=set)
    """The same for hands that were removed: these players may be in no other hand."""
    removed: int = 0
    """Hands that were removed, or replaced."""
    displaced: list[pl.DataFrame] = field(default_factory=_no_hands)
    """Stored hands that gave way to another text: hand_key, digest."""
    aside: list[pl.Series] = field(default_factory=_no_texts)
    """Digests of the texts that were set aside."""
    longest: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    """Bytes of the longest texts that were stored or set aside, as many as DuckDB takes together."""

    def add(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Note that these hands were added."""
        self._note(hands)
        sat = seats.select("hand_key", "player").join(hands.select("hand_key", "site"), on="hand_key")
        self.came.update(sat.select("site", "player").unique().rows())

    def measure(self, texts: pl.Series) -> bool:
        """Note how long these texts are; whether they need more room, in MB, than all before."""
        before = self.text_room
        self.longest = np.sort(np.concatenate([self.longest, texts.str.len_bytes()]))[-TAKEN_TOGETHER:]
        return self.text_room > before

    @property
    def text_room(self) -> int:
        """MB that the longest texts take."""
        return int(self.longest.sum()) // 1_000_000

    def remove(self, hands: pl.DataFrame) -> None:
        """Note that these hands were removed; `names`: their players."""
        self._note(hands)
        self.left.update(hands.select("site", "names").explode("names").unique().rows())

    def _note(self, hands: pl.DataFrame) -> None:
        self.paths.update(hands["path"])
        self.tables.update(hands.filter(pl.col("in_sequence")).select("site", "table_name").unique().rows())
