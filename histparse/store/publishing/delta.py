"""Step 6f, publishing: one table as a Delta table - opened, brought back to a version, changed in one commit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from time import time
from urllib.parse import quote, unquote

import polars as pl
from deltalake import CommitProperties, DeltaTable, Schema
from deltalake.exceptions import CommitFailedError, DeltaError
from deltalake.transaction import AddAction, RemoveAction, create_table_with_add_actions
from msgspec import json

from histparse.store.database.connection import StoreError
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing.contents import Contents
from histparse.store.publishing.files import PLACES, TableFile, places, write_files
from histparse.store.publishing.place import Place, meaning
from histparse.store.publishing.publication import OvertakenError, PublishedTable
from histparse.system.streams import Stream

_ONCE = CommitProperties(max_commit_retries=0)
"""A commit that does not follow the version it was made for is not made at all."""
_EXISTS = "already exists"


class Table:
    """What is, or becomes, a Delta table at that place. Raises StoreError and OvertakenError."""

    def __init__(self, place: Place, name: str) -> None:
        self._place, self._name = place, name
        self._address = place.full(name)
        with self._refusing():
            is_there = DeltaTable.is_deltatable(self._address)
            self._delta = DeltaTable(self._address) if is_there else None

    def is_as(self, named: PublishedTable) -> bool:
        """Whether its latest version has the files of that one, to which it is brought back if it can be."""
        if self._delta is None:
            return False
        if {file.name for file in self._files()} == set(named.files):
            return True
        with self._refusing():
            try:
                self._delta.restore(named.version, commit_properties=_ONCE)
            except CommitFailedError:
                raise
            except (DeltaError, OSError):  # the version is gone, or files are
                return False
            self._delta = DeltaTable(self._address)
        return True

    def replace(self, contents: Contents, parts: Collection[str], *, whole: bool) -> None:
        """Let the rows that these parts have now take the place of theirs; or of all, whatever columns they had."""
        schema = Schema.from_arrow(contents.columns(self._name))
        by = [*PLACES] if self._name in HANDS else []
        new = write_files(self._place, self._name, contents.rows(self._name, parts))
        added = [_added(file) for file in new]
        with self._refusing():
            if self._delta is None:
                create_table_with_add_actions(
                    self._address, schema, added, "error", partition_by=by, commit_properties=_ONCE
                )
                self._delta = DeltaTable(self._address, version=0)
                return
            if whole:
                self._delta.create_write_transaction([*added], "overwrite", schema, by, commit_properties=_ONCE)
            else:
                gone = [_removed(file) for file in self._files() if file.part in parts]
                self._delta.create_write_transaction([*added, *gone], "append", schema, by, commit_properties=_ONCE)
            self._delta = DeltaTable(self._address, version=self._delta.version() + 1)

    def published(self, digests: dict[str, str]) -> PublishedTable:
        """The version it is in now; `digests`: of its rows."""
        files = self._files()
        names = tuple(sorted(file.name for file in files))
        return PublishedTable(self._opened().version(), names, sum(file.bytes for file in files), digests)

    def vacuum(self, version: int) -> int:
        """Remove files that no version of the last seven days has, nor that one; returns how many."""
        with self._refusing():
            return len(self._opened().vacuum(dry_run=False, full=True, keep_versions=[version]))

    def _files(self) -> list[TableFile]:
        """The files of this version."""
        with self._refusing():
            rows = pl.DataFrame(Stream(self._opened().get_add_actions(flatten=True))).to_dicts()
        columns = [f"partition.{column}" for column in PLACES if self._name in HANDS]
        return [
            TableFile(
                unquote(row["path"]),
                "/".join(str(row[column]) for column in columns),
                row["size_bytes"],
                row["num_records"],
            )
            for row in rows
        ]

    def _opened(self) -> DeltaTable:
        if self._delta is None:
            raise StoreError(f"{self._address}: no such table")
        return self._delta

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except CommitFailedError as error:
            raise OvertakenError from error
        except (DeltaError, OSError) as error:
            words = " ".join(str(error).split())
            if _EXISTS in words:
                raise OvertakenError from error
            raise StoreError(f"{self._address}: {meaning(words)}") from error


def _added(file: TableFile) -> AddAction:
    stats = json.encode({"numRecords": file.rows}).decode()
    return AddAction(_path(file), file.bytes, places(file.part), _now(), data_change=True, stats=stats)


def _removed(file: TableFile) -> RemoveAction:
    return RemoveAction(_path(file), True, _now(), file.bytes, {**places(file.part)})


def _path(file: TableFile) -> str:
    """The name of the file as the log of a table writes it."""
    return quote(file.name, safe="/=")


def _now() -> int:
    return int(time() * 1000)
