"""Step 6c, database: the database file - created, opened, and refused with one clear sentence if it is not ours."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import duckdb

from histparse.store.database.connection import (
    LackOfMemoryError,
    StoreError,
    connect,
    describe_error,
    removing_new_file_when_full,
    resolve_names_in_duckdb_before_file,
    search_path_for_creating_in_file,
)
from histparse.store.schema import (
    VERSION,
    VIEWS,
    create_tables,
    first_wrong_table_or_type,
    schema_version,
    store_macros_and_views,
    unbroken_migration_files,
)
from histparse.system.files import printable_path
from histparse.system.processes import kill_background_work

THERE = """
    SELECT table_name, true FROM system.main.duckdb_tables()
    UNION ALL
    SELECT view_name, false FROM system.main.duckdb_views() WHERE NOT internal
"""
"""Names of tables and views, and whether each is a table."""
Result = TypeVar("Result")

_LIMIT, _UNITS = "SELECT current_setting('memory_limit')", ("bytes", "KiB", "MiB", "GiB", "TiB")
_CHANGES = """
    SELECT count(*), coalesce(max(hand_key), 0), coalesce(sum(digest::HUGEINT + views), 0)::VARCHAR,
        (SELECT coalesce(sum(hash(aliases)), 0)::VARCHAR FROM aliases)
    FROM hands
"""
_FREE = "SELECT free_blocks * block_size FROM pragma_database_size()"


class Sizes(NamedTuple):
    """The size of a database, in bytes."""

    bytes: int
    """What its files take."""
    free: int
    """What compaction gives back of them, approximately."""


class Database:
    """A DuckDB file with the tables of analytics/schema. Use it in a `with` statement or close it.

    Any error of DuckDB inside the statement becomes a StoreError.
    """

    _as_opened: tuple[object, ...] = ()
    """The state of a file that is only read, when it was opened."""

    def __init__(self, path: str | Path, *, read_only: bool = False, patience: float = 0.0) -> None:
        """Open that file; unless `read_only`, a missing one is created. `:memory:` means no file. Raises StoreError.

        `patience`: for how many seconds it is tried again while another program uses the file.
        """
        self.path = printable_path(path)
        self.read_only = read_only
        self._unchanging: dict[Hashable, Any] = {}
        if self.path != str(path):
            raise StoreError(f"{self.path}: DuckDB cannot open a name that is not UTF-8")
        if not read_only:
            kill_background_work(self.path)
        before = _file_state(self.path)
        with removing_new_file_when_full(self.path):
            self.connection = connect(self.path, read_only=read_only, patience=patience)
            try:
                if read_only and before == _file_state(self.path):  # else another took its name
                    self._as_opened = before
                with self.translating_duckdb_errors():
                    self._create_or_check_tables()
            except BaseException:
                self.close()
                raise

    def open_second_connection(self) -> Self:
        """Open the database by another connection too, for a thread of its own. Closing it leaves this one open."""
        other = copy(self)
        other.connection = resolve_names_in_duckdb_before_file(self.connection.cursor())
        return other

    def compute_once_if_read_only(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """Count that: by all connections together once, if the database is only read."""
        if not self.read_only:
            return compute()
        if key not in self._unchanging:
            self._unchanging[key] = compute()
        known: Result = self._unchanging[key]
        return known

    def close(self) -> None:
        """Close the file. Harmless when called twice."""
        self.connection.close()

    def limit_memory(self, memory: str) -> None:
        """Let all queries together take no more memory than that, such as `400MB`; else what was read stays there."""
        self.connection.execute(f"SET memory_limit = '{memory}'")

    def memory_limit(self) -> int:
        """The bytes that all queries together may take."""
        number, unit = self.connection.execute(_LIMIT).fetchall()[0][0].split()
        return int(float(number) * 1024 ** _UNITS.index(unit))

    def change_fingerprint(self) -> object:
        """Return a value that changes when hands or aliases do; of a file only read, as it was when it was opened."""
        return self._as_opened or (*_file_state(self.path), *self.connection.execute(_CHANGES).fetchall()[0])

    def is_read_only_and_unchanged(self) -> bool:
        """Whether it is a file that is only read, and nobody has put another in its place."""
        return bool(self._as_opened) and self._as_opened == _file_state(self.path)

    def has_hero(self) -> bool:
        """Whether any hand shows a player's cards at the deal."""
        return bool(self.connection.execute("SELECT 1 FROM seats WHERE hero AND dealt_in LIMIT 1").fetchall())

    def forbid_opening_files(self) -> None:
        """Let queries open nothing any more: not the database itself by its name, nor files for what exceeds memory."""
        self.connection.execute("SET disabled_filesystems = 'LocalFileSystem'")

    def sizes(self) -> Sizes:
        """Measure the size of the database."""
        files = [Path(self.path), Path(f"{self.path}.wal")]
        free = self.connection.execute(_FREE).fetchall()[0][0]
        return Sizes(sum(file.stat().st_size for file in files if file.exists()), free)

    @contextmanager
    def translating_duckdb_errors(self) -> Iterator[None]:
        """Turn an error of DuckDB in this block, caused by the file or the disk, into a StoreError of one sentence."""
        try:
            yield
        except duckdb.Error as error:
            kind = LackOfMemoryError if isinstance(error, duckdb.OutOfMemoryException) else StoreError
            raise kind(describe_error(self.path, error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with removing_new_file_when_full(self.path), self.translating_duckdb_errors():
            with suppress(duckdb.Error):  # the error has been reported already, and the data is stored
                self.close()
            if error is not None:
                raise error

    def _create_or_check_tables(self) -> None:
        """Create the tables in an empty database. Raises StoreError for tables that are not as we create them."""
        relations = self.connection.execute(THERE).fetchall()
        is_made = not relations and not self.read_only
        if is_made:
            create_tables(self.connection)
        resolve_names_in_duckdb_before_file(self.connection)
        if not is_made and (wrong := self._describe_schema_problem(relations)):
            raise StoreError(f"{self.path}: {wrong}")
        if not is_made and not self.read_only and not {name for name, is_table in relations if not is_table} >= VIEWS:
            with search_path_for_creating_in_file(self.connection):
                store_macros_and_views(self.connection)

    def _describe_schema_problem(self, relations: list[tuple[str, bool]]) -> str | None:
        if not relations:
            return "there is nothing in this database; `histparse import` fills it"
        version = schema_version(self.connection) if ("schema_version", True) in relations else None
        if version is None:
            return "this DuckDB file was not made by histparse"
        if version != VERSION:
            age = "a newer" if version > VERSION else "an older"
            todo = "update histparse" if version > VERSION else self._suggest_upgrade(version)
            return f"made by {age} histparse (schema {version}, this one reads {VERSION}); {todo}"
        name = first_wrong_table_or_type(self.connection)
        return name and f"`{name}` in this database is not as histparse makes it; import the histories into a new file"

    def _suggest_upgrade(self, version: int) -> str:
        """Say what to do about an older version."""
        if unbroken_migration_files(version, VERSION):
            return f"`histparse db upgrade --db {self.path}` brings it up to date"
        return "import the histories into a new file"


def _file_state(path: str) -> tuple[object, ...]:
    """The state of a DuckDB file and its log, which changes when they do; empty if there is no such file.

    The last time is that of any change, which a backup put in its place does not keep. To read more of the file would
    lose the locks on it, see `connection`.
    """
    files: list[object] = []
    for name in (path, f"{path}.wal"):
        with suppress(OSError):
            status = os.stat(name)  # noqa: PTH116 - pathlib loads later, and pages ask each time
            if stat.S_ISREG(status.st_mode):
                times = status.st_mtime_ns, status.st_ctime_ns
                files += [os.path.realpath(name), status.st_ino, status.st_size, *times]
    return tuple(files)
