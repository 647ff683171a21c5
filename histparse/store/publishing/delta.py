"""Step 6f, publishing: one table as a Delta table - brought back to a version, changed in one commit, vacuumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from time import time
from urllib.parse import quote, unquote
from uuid import uuid4

import polars as pl
from arro3.core import RecordBatchReader
from deltalake import CommitProperties, DeltaTable, Schema
from deltalake.exceptions import CommitFailedError, DeltaError
from deltalake.transaction import AddAction, RemoveAction, create_table_with_add_actions
from duckdb import DuckDBPyRelation
from msgspec import json
from msgspec.structs import replace

from histparse.store.database.connection import StoreError
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing.publish import Rows
from histparse.store.publishing.published import Folder, OvertakenError, PublishedTable, explain_system_error
from histparse.system.streams import Stream

PLACES = ("site", "month")
"""The columns by which tables of hands are partitioned. They are in the names of folders, not in the files."""
LARGE = 48 << 20
"""Bytes that the rows of a file take in memory, or a little more: on the disk some twenty times less."""
_NO_RETRIES = CommitProperties(max_commit_retries=0)
"""A commit that does not follow the version it was made for is not made at all."""
BytesAndRows = tuple[int, int]
_EXISTS = "already exists"


class Table:
    """A Delta table at that place, there already or still to be made. Raises StoreError and OvertakenError."""

    def __init__(self, place: Folder, name: str) -> None:
        self._place, self._name = place, name
        self._address = place.path_of(name)
        with self._translating_errors():
            is_there = DeltaTable.is_deltatable(self._address)
            self._delta = DeltaTable(self._address) if is_there else None

    def restore_version_if_possible(self, target: PublishedTable) -> PublishedTable | None:
        """Make the state that is named the latest version, whatever has come after it; None if that cannot be."""
        if self._delta is None:
            return None
        if self._delta.version() == target.version:
            return target
        with self._translating_errors():
            try:
                self._delta.restore(target.version, commit_properties=_NO_RETRIES)
            except CommitFailedError:
                raise
            except (DeltaError, OSError):  # the version is gone, or files are
                return None
            return replace(target, version=self._delta.version())

    def replace_parts(
        self, rows: Rows, parts: Sequence[str], digests: dict[str, str], earlier: PublishedTable | None
    ) -> PublishedTable:
        """Let these rows take the place of those of these parts; without an earlier state of all, in any columns."""
        partitions = [*PLACES] if self._name in HANDS else []
        schema = Schema.from_arrow(pl.Schema({**rows.column_schema(), **dict.fromkeys(partitions, pl.String())}))
        old = earlier.files if earlier else {}
        replaced = {name: size for name, size in old.items() if _part_of_file(name) in parts}
        new = dict(
            self._write_part_file(part, frame)
            for part in parts
            for frame in _split_into_frames(rows.part_relation(part))
        )
        added = [_make_add_action(name, *figures) for name, figures in new.items()]
        with self._translating_errors():
            if self._delta is None:
                create_table_with_add_actions(
                    self._address, schema, added, "error", partition_by=partitions, commit_properties=_NO_RETRIES
                )
                version = 0
            else:
                removed = [_make_remove_action(name, size) for name, size in replaced.items()]
                mode = "append" if earlier else "overwrite"
                self._delta.create_write_transaction(
                    [*added, *removed], mode, schema, partitions, commit_properties=_NO_RETRIES
                )
                version = self._delta.version() + 1
        unchanged = {name: size for name, size in old.items() if name not in replaced}
        return PublishedTable(version, unchanged | {name: size for name, (size, _) in new.items()}, digests)

    def delete_week_old_files(self, protected_version: int) -> int:
        """Remove files that no version of the last seven days has, nor that one; returns how many."""
        if self._delta is None:
            raise OvertakenError
        with self._translating_errors():
            return len(self._delta.vacuum(dry_run=False, full=True, keep_versions=[protected_version]))

    def _write_part_file(self, part: str, rows: pl.DataFrame) -> tuple[str, BytesAndRows]:
        """A new file with these rows, which belongs to no version of the table yet; its size, and their number."""
        folders = (f"{column}={quote(value, safe='')}" for column, value in _partition_values(part).items())
        name = "/".join([*folders, f"{uuid4().hex}.parquet"])
        data = BytesIO()
        rows.write_parquet(data, compression="zstd", compression_level=1)
        self._place.write(f"{self._name}/{name}", data.getvalue())
        return name, (data.tell(), rows.height)

    @contextmanager
    def _translating_errors(self) -> Iterator[None]:
        try:
            yield
        except CommitFailedError as error:
            raise OvertakenError from error
        except (DeltaError, OSError) as error:
            words = " ".join(str(error).split())
            if _EXISTS in words:
                raise OvertakenError from error
            raise StoreError(f"{self._address}: {explain_system_error(words)}") from error


def _split_into_frames(rows: DuckDBPyRelation) -> Iterator[pl.DataFrame]:
    """The rows of one file after the other."""
    frames: list[pl.DataFrame] = []
    for batch in RecordBatchReader.from_arrow(Stream(rows)):
        frames.append(pl.DataFrame(batch))
        if sum(frame.estimated_size() for frame in frames) > LARGE:
            yield pl.concat(frames)
            frames.clear()
    if any(frame.height for frame in frames):
        yield pl.concat(frames)


def _partition_values(part: str) -> dict[str, str]:
    """Site and month of a part; nothing for a table that is written whole."""
    return dict(zip(PLACES, part.split("/"), strict=True)) if part else {}


def _part_of_file(file_name: str) -> str:
    return "/".join(unquote(folder.partition("=")[2]) for folder in file_name.split("/")[:-1])


def _make_add_action(name: str, size: int, rows: int) -> AddAction:
    stats = json.encode({"numRecords": rows}).decode()
    return AddAction(
        _quote_file_name(name),
        size,
        _partition_values(_part_of_file(name)),
        _milliseconds_now(),
        data_change=True,
        stats=stats,
    )


def _make_remove_action(name: str, size: int) -> RemoveAction:
    return RemoveAction(
        _quote_file_name(name), True, _milliseconds_now(), size, {**_partition_values(_part_of_file(name))}
    )


def _quote_file_name(name: str) -> str:
    """The name of the file as the log of a table writes it."""
    return quote(name, safe="/=")


def _milliseconds_now() -> int:
    return int(time() * 1000)
