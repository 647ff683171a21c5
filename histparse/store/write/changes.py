"""Step 6c, write: what an import has changed so far, and must check again before the commit."""

from __future__ import annotations

import polars as pl
from msgspec import Struct, field

Pair = tuple[str, str]


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

    def add(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Note that these hands were added."""
        self._note(hands)
        sat = seats.select("hand_key", "player").join(hands.select("hand_key", "site"), on="hand_key")
        self.came.update(sat.select("site", "player").unique().rows())

    def remove(self, hands: pl.DataFrame) -> None:
        """Note that these hands were removed; `names`: their players."""
        self._note(hands)
        self.left.update(hands.select("site", "names").explode("names").unique().rows())

    def _note(self, hands: pl.DataFrame) -> None:
        self.paths.update(hands["path"])
        self.tables.update(hands.filter(pl.col("in_sequence")).select("site", "table_name").unique().rows())
