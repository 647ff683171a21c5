"""Beside step 6, watch: hands go into a lake."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from os import path as system_path
from os import sep

import polars as pl

from histparse.store.lake.founding import found
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.manifests import latest
from histparse.store.lake.opening import LakeDatabase
from histparse.store.lake.pieces import tasks
from histparse.store.lake.place import place_at
from histparse.store.lake.records import Part
from histparse.store.lake.sharing import workers
from histparse.store.settle.given import given
from histparse.system.cores import cores
from histparse.watch.hands import HandLine, hand_lines
from histparse.watch.target import Brought, ChangedError, Each

_THERE = "SELECT hand_key FROM hands SEMI JOIN ({asked}) AS asked USING (hand_key)"


class IntoLake:
    """A lake, in a folder or at an address."""

    def __init__(self, address: str, site: str | None) -> None:
        self.address, self._site = address, site
        self._place = place_at(address)
        self._own = None if "://" in address else system_path.realpath(address) + sep

    def check(self) -> None:
        """Make it if need be. Raises StoreError for what cannot be used."""
        found(self._place)

    def owns(self, file: str) -> bool:
        """Whether that file is a part of it."""
        return self._own is not None and file.startswith(self._own)

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, ChangedError."""
        parts: list[Part] = []
        with workers(cores()) as work, LakeImport(self.address, self._site) as importing:
            with closing(work(importing.works(tasks(self._site, each(importing.cut))))) as outcomes:
                for outcome in outcomes:
                    if any(importing.left_out(outcome)):
                        raise ChangedError
                    importing.add(outcome)
                    parts += outcome.parts
            keys = self._new(parts)
        summary = importing.summary
        return Brought(hand_lines_of(self.address, keys), summary.stored, summary.findings)

    def _new(self, parts: list[Part]) -> set[int]:
        """The keys of the hands in these parts that were not there before."""
        cells = [BytesIO(self._place.read(cell.file("hands"))) for part in parts for cell in part.cells]
        frames = [pl.read_parquet(cell, columns=["hand_key"]) for cell in cells]
        keys = {key for frame in frames for key in frame["hand_key"]}
        return keys - _there(self.address, keys) if latest(self._place) else keys


def hand_lines_of(address: str, keys: set[int]) -> list[HandLine]:
    """These hands, of the lake as it is now."""
    if not keys:
        return []
    with LakeDatabase(address) as database, database.refusing():
        return hand_lines(database.connection, keys)


def _there(address: str, keys: set[int]) -> set[int]:
    with LakeDatabase(address) as database, database.refusing():
        asked = given(database.connection, pl.DataFrame({"hand_key": [*keys]}, {"hand_key": pl.Int64}))
        return {key for (key,) in database.connection.execute(_THERE.format(asked=asked.sql_query())).fetchall()}
