"""Step 6c, write: what an import changed so far, and so has to be looked at once more before the commit."""

from __future__ import annotations

import polars as pl
from msgspec import Struct, field

Pair = tuple[str, str]


class Changes(Struct):
    """Of all batches of an import."""

    paths: set[str] = field(default_factory=set)
    """Files of which the database has other hands than before."""
    tables: set[Pair] = field(default_factory=set)
    """Site and name of the tables at which hands came or went."""
    came: set[Pair] = field(default_factory=set)
    """Site and name of the players of hands that came."""
    left: set[Pair] = field(default_factory=set)
    """The same of hands that went: perhaps they sit in no other."""

    def add(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        """These hands came."""
        self._note(hands)
        sat = seats.select("hand_key", "player").join(hands.select("hand_key", "site"), on="hand_key")
        self.came.update(sat.select("site", "player").unique().rows())

    def remove(self, hands: pl.DataFrame) -> None:
        """These hands went; `names`: who sat there."""
        self._note(hands)
        self.left.update(hands.select("site", "names").explode("names").unique().rows())

    def _note(self, hands: pl.DataFrame) -> None:
        self.paths.update(hands["path"])
        self.tables.update(hands.filter(pl.col("in_sequence")).select("site", "table_name").unique().rows())
