"""Step 5, store: the database file - made, opened, and refused with one clear sentence when it is not ours."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

from histparse.resources import folder

VERSION = 4
"""The schema this program reads and writes; analytics/schema writes the same number into the file."""


class StoreError(ValueError):
    """A database that cannot be used; the message is one sentence naming the file."""


class Database:
    """A DuckDB file with the tables of analytics/schema. Use it in a `with` statement or close it."""

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        """Open that file; unless `read_only`, a missing one is made. `:memory:` is no file. Raises StoreError."""
        self.path = str(path)
        self.read_only = read_only
        if self.path != ":memory:":
            _look_at(Path(path), read_only)
        self.connection = _connect(self.path, read_only)
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def again(self) -> Self:
        """The same database through another connection, for a thread of its own. Closing it leaves this one open."""
        other = copy(self)
        other.connection = self.connection.cursor()
        return other

    def close(self) -> None:
        """Let go of the file. Harmless when done twice."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check(self) -> None:
        tables = {name for (name,) in self.connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if not tables and not self.read_only:
            make_tables(self.connection)
        elif "schema_version" not in tables:
            raise StoreError(f"{self.path}: this DuckDB file was not made by histparse")
        self._check_version()

    def _check_version(self) -> None:
        rows = self.connection.execute("SELECT product, version FROM schema_version").fetchall()
        if [product for product, _ in rows] != ["histparse"]:
            raise StoreError(f"{self.path}: this DuckDB file was not made by histparse")
        version = rows[0][1]
        if version != VERSION:
            age = "a newer" if version > VERSION else "an older"
            raise StoreError(f"{self.path}: made by {age} histparse (schema {version}, this one reads {VERSION})")


def make_tables(connection: duckdb.DuckDBPyConnection, *, comments: bool = True) -> None:
    """Create the tables of analytics/schema, all or none. The comments take most of the time."""
    connection.execute("BEGIN")
    for file in sorted((folder("analytics") / "schema").glob("*.sql")):
        for statement in connection.extract_statements(file.read_text("utf-8")):
            if comments or statement.type != duckdb.StatementType.ALTER:
                connection.execute(statement)
    connection.execute("COMMIT")


def _look_at(path: Path, read_only: bool) -> None:
    """Refuse what DuckDB would refuse in many words, or would silently take for a new database."""
    if path.is_dir():
        raise StoreError(f"{path}: a folder, not a database")
    if not path.exists():
        if read_only:
            raise StoreError(f"{path}: no such database; `histparse import` makes one")
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no folder {path.parent}")
        return
    try:
        with path.open("rb") as file:
            start = file.read(12)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from error
    if start[8:12] != b"DUCK":
        raise StoreError(f"{path}: not a database")


def _connect(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(path, read_only=read_only)
    except duckdb.Error as error:
        raise StoreError(f"{path}: {_reason(str(error))}") from error


def _reason(words: str) -> str:
    if "lock" in words:
        return "another program is using this database"
    if "read-only" in words or "Permission denied" in words:
        return "no permission to write this database"
    return f"DuckDB cannot open this file ({words.splitlines()[0]})"
