"""Beside step 6, watch: an import that notes which hands are new in the database."""

from __future__ import annotations

import polars as pl

from histparse.store import Database, Frames, Importer
from histparse.store.settle.given import given

_THERE = "SELECT hand_key FROM hands SEMI JOIN ({asked}) AS asked USING (hand_key)"


class Noting(Importer):
    """An import that knows the keys of the hands it brought."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.new: set[int] = set()
        """Keys of hands that were not stored before; some may be set aside after all."""

    def add_frames(self, frames: Frames) -> None:
        """Add a batch that was filled elsewhere."""
        keys = frames.tables["hands"].select("hand_key")
        self.new |= set(keys["hand_key"]) - self._there(keys)
        super().add_frames(frames)

    def _there(self, keys: pl.DataFrame) -> set[int]:
        if keys.is_empty():
            return set()
        with self._database.refusing():
            asked = given(self._connection, keys)
            rows = self._connection.execute(_THERE.format(asked=asked.sql_query())).fetchall()
        return {key for (key,) in rows}
