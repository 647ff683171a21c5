"""Step 6f, publishing: a published copy - where it lies, what `publication.json` says, and the copy as a database."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from uuid import uuid4

import duckdb
import msgspec
from duckdb import DuckDBPyConnection
from msgspec import Meta, Struct, json

from histparse.store.database.connection import (
    DENIED,
    FULL,
    NOTHING_LOADED,
    PUBLICATION,
    TUNED,
    StoreError,
    resolve_names_in_duckdb_before_file,
)
from histparse.store.database.connection import REASONS as OF_DATABASES
from histparse.store.database.database import Database, Sizes
from histparse.store.observe.row_buffer import HANDS
from histparse.store.schema import VERSION, stored_schema, text_in_sql

# --- places -----------------------------------------------------------------------------------------------------------

ROOM = "the disk is full; readers see what was published before"
_OF_COPIES = {FULL: ROOM, DENIED: "no permission to write there"}
REASONS = {words: _OF_COPIES[reason] for words, reason in OF_DATABASES.items()}
"""In the system's words, what they mean for a copy."""


def open_folder(address: str) -> Folder:
    """The place at that address. Raises StoreError if it needs fsspec, which is not there."""
    if "://" not in address:
        return Folder(address)
    if address.startswith("file://"):
        return Folder(url2pathname(urlsplit(address).path))
    return Remote(address)


class Folder:
    """A folder. It is made when the first file is written."""

    def __init__(self, path: str) -> None:
        self.address = path
        self._root = Path(path).absolute()

    def read_file(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. Raises StoreError."""
        with translating_errors(self.path_of(name)):
            try:
                return (self._root / name).read_bytes()
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        """Make a file that nobody reads before it is complete. Raises StoreError."""
        file = self._root / name
        with translating_errors(str(file)):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("wb") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())

    def replace(self, name: str, data: bytes) -> None:
        """Make a file, or replace it: written beside it under a hidden name, and renamed. Raises StoreError."""
        hidden = self._root / f".{name}.{uuid4().hex}"
        try:
            self.write(hidden.name, data)
            with translating_errors(self.path_of(name)):
                hidden.replace(self._root / name)
        finally:
            hidden.unlink(missing_ok=True)

    def path_of(self, name: str) -> str:
        """The path of a file."""
        return str(self._root / name)

    def confine_reading_to_folder(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.execute("SET allowed_directories = ?", [[str(self._root)]])


class Remote(Folder):
    """An address of fsspec. Object stores make a file visible when it is complete."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        try:
            import fsspec  # noqa: PLC0415 - an optional dependency
        except ImportError as error:
            raise StoreError(f"{address}: addresses need fsspec: pip install 'histparse[lake]'") from error
        self._files: Any  # fsspec has no types
        with translating_errors(self.address):
            self._files, self._inside = fsspec.url_to_fs(self.address)

    def read_file(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. Raises StoreError."""
        with translating_errors(self.path_of(name)):
            try:
                self._files.invalidate_cache()
                return bytes(self._files.cat_file(f"{self._inside}/{name}"))
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or replace it. Raises StoreError."""
        path = f"{self._inside}/{name}"
        with translating_errors(self.path_of(name)):
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, data)

    replace = write

    def path_of(self, name: str) -> str:
        """The address of a file."""
        return f"{self.address}/{name}"

    def confine_reading_to_folder(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.register_filesystem(self._files)
        protocol = self.address.partition("://")[0]
        # Some file systems of fsspec give their paths a slash in front.
        addresses = [self.address, f"{protocol}://{self._inside}", f"{protocol}:///{self._inside.lstrip('/')}"]
        connection.execute("SET allowed_directories = ?", [addresses])


@contextmanager
def translating_errors(file: str) -> Iterator[None]:
    """Turn an error of a file system, which raises what its library does, into a StoreError about that file."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        words = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
        raise StoreError(f"{file}: {explain_system_error(words)}") from error


def explain_system_error(words: str) -> str:
    """Translate a library's words, if the system said something in them that is known; else return them."""
    return next((reason for known, reason in REASONS.items() if known in words), words)


# --- publication.json -------------------------------------------------------------------------------------------------

File = Annotated[str, Meta(pattern=r"^(?:site=[\w%.~-]+/month=[\w-]+/)?[\w-][\w.-]*\.parquet$")]
"""A copy may come from anybody: it names no file elsewhere."""


class OvertakenError(Exception):
    """Somebody else has published meanwhile."""


class PublishedTable(Struct, frozen=True):
    """A table in one of its versions."""

    version: int
    files: dict[File, int]
    """The size of each file of that version, by its name in the folder of the table."""
    digests: dict[str, str]
    """By part, such as `pokerstars/2024-05`, the digest of its rows; a table that is written whole has one part."""


class Publication(Struct, frozen=True):
    """One state of all tables."""

    database: str
    """The identity of the database."""
    schema: int
    """The version of its tables."""
    published_at: datetime
    """UTC, without a zone."""
    hands: int
    months: dict[str, str]
    """By site and month, what changes whenever hands come or go there, or are judged by another program."""
    tables: dict[str, PublishedTable]


class Published(Struct, frozen=True):
    """The outcome of a publication."""

    address: str
    hands: int
    """All hands that are published now."""
    tables: int
    """Tables that were written."""
    parts: int
    """Parts that were written: each a site and month of a table of hands, or a whole table."""
    removed: int | None = None
    """Files that a vacuum removed; None: there was none."""


def read_publication(place: Folder) -> tuple[Publication | None, bytes | None]:
    """Read what is published there, and its bytes as written; None if nothing is. Raises StoreError."""
    data = place.read_file(PUBLICATION)
    if data is None:
        return None, None
    try:
        publication = json.decode(data, type=Publication)
        if publication.schema == VERSION and publication.tables.keys() != stored_schema().tables.keys():
            raise msgspec.ValidationError("other tables")
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(f"{place.path_of(PUBLICATION)}: not written by this histparse ({error})") from error
    return publication, data


def write_publication(place: Folder, publication: Publication) -> None:
    """Let readers see that from now on. Raises StoreError."""
    place.replace(PUBLICATION, json.format(json.encode(publication), indent=1) + b"\n")


# --- the copy as a database -------------------------------------------------------------------------------------------

_LOCK = (
    "SET enable_external_access = false",
    f"SET allowed_configs = {[*TUNED, 'search_path']}",
    "SET lock_configuration = true",
)
_VIEW = "CREATE VIEW {table} AS SELECT {columns} FROM {rows}"
_NO_ROW = "(SELECT 1) WHERE false"


class PublishedDatabase(Database):
    """The last publication at an address, which stays the same until it is closed. It can only be read.

    Raises StoreError.
    """

    def __init__(self, address: str) -> None:
        self.path = address
        self.read_only, self._unchanging = True, {}
        place = open_folder(address)
        self._publication = _require_current_publication(place)
        self.connection = duckdb.connect(":memory:", config=NOTHING_LOADED)
        try:
            with self.translating_duckdb_errors():
                _confine_and_create_views(self.connection, place, self._publication)
                resolve_names_in_duckdb_before_file(self.connection)
        except BaseException:
            self.close()
            raise

    def forbid_opening_files(self) -> None:
        """Nothing but the files of the copy can be opened anyway."""

    def sizes(self) -> Sizes:
        """Add up the files that count; there is no room between their rows."""
        return Sizes(sum(size for table in self._publication.tables.values() for size in table.files.values()), 0)


def _require_current_publication(place: Folder) -> Publication:
    publication, _ = read_publication(place)
    if publication is None:
        raise StoreError(f"{place.address}: nothing is published there; `histparse publish` does")
    if publication.schema != VERSION:
        is_newer = publication.schema > VERSION
        age, todo = ("a newer", "update histparse") if is_newer else ("an older", "publish it again")
        schemas = f"(schema {publication.schema}, this one reads {VERSION})"
        raise StoreError(f"{place.address}: published by {age} histparse {schemas}; {todo}")
    return publication


def _confine_and_create_views(connection: duckdb.DuckDBPyConnection, place: Folder, publication: Publication) -> None:
    """Let the connection read the files that are published, as the tables of a database, and nothing else."""
    place.confine_reading_to_folder(connection)
    for statement in _LOCK:
        connection.execute(statement)
    types, tables = stored_schema()
    for name, definition in types.items():
        connection.execute(f"CREATE TYPE {name} AS {definition}")
    for name, columns in tables.items():
        files = [place.path_of(f"{name}/{file}") for file in publication.tables[name].files]
        shown = ", ".join(f"{column.name if files else 'NULL'}::{column.kind} AS {column.name}" for column in columns)
        connection.execute(_VIEW.format(table=name, columns=shown, rows=_rows_in_sql(name, files)))


def _rows_in_sql(table: str, files: Sequence[str]) -> str:
    """The rows of these files as a relation in SQL."""
    if not files:
        return _NO_ROW
    paths = ", ".join(map(text_in_sql, files))
    places = ", hive_partitioning = true, hive_types = {'site': VARCHAR, 'month': VARCHAR}" if table in HANDS else ""
    return f"read_parquet([{paths}]{places})"
