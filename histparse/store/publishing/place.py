"""Step 6f, publishing: where a copy is - a folder, or an address of fsspec such as `s3://bucket/poker`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname
from uuid import uuid4

from duckdb import DuckDBPyConnection

from histparse.store.database.connection import StoreError
from histparse.store.database.error_messages import DENIED, FULL
from histparse.store.database.error_messages import REASONS as OF_DATABASES

ROOM = "the disk is full; readers see what was published before"
REASONS = {words: ROOM if reason == FULL else reason for words, reason in OF_DATABASES.items()} | {
    words: "no permission to write there" for words, reason in OF_DATABASES.items() if reason == DENIED
}
"""In the system's words, what they mean for a copy."""


class Place(Protocol):
    """Files by their names relative to the copy."""

    address: str

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. Raises StoreError."""

    def write(self, name: str, data: bytes) -> None:
        """Make a file that nobody reads before it is complete. Raises StoreError."""

    def replace(self, name: str, data: bytes) -> None:
        """Make a file, or replace it, at once. Raises StoreError."""

    def full(self, name: str) -> str:
        """The name of a file or table, as DuckDB and Delta take it."""

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""


def place_at(address: str) -> Place:
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

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. Raises StoreError."""
        with refusing(self.full(name)):
            try:
                return (self._root / name).read_bytes()
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        """Make a file that nobody reads before it is complete. Raises StoreError."""
        file = self._root / name
        with refusing(str(file)):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("wb") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())

    def replace(self, name: str, data: bytes) -> None:
        """Make a file, or replace it: written beside it under a hidden name, and renamed. Raises StoreError."""
        beside = self._root / f".{name}.{uuid4().hex}"
        try:
            self.write(beside.name, data)
            with refusing(self.full(name)):
                beside.replace(self._root / name)
        finally:
            beside.unlink(missing_ok=True)

    def full(self, name: str) -> str:
        """The path of a file."""
        return str(self._root / name)

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.execute("SET allowed_directories = ?", [[str(self._root)]])


class Remote:
    """An address of fsspec. Object stores make a file visible when it is complete."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        try:
            import fsspec  # noqa: PLC0415 - an optional dependency
        except ImportError as error:
            raise StoreError(f"{address}: addresses need fsspec: pip install 'histparse[lake]'") from error
        self._files: Any  # fsspec has no types
        with refusing(self.address):
            self._files, self._root = fsspec.url_to_fs(self.address)

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. Raises StoreError."""
        with refusing(self.full(name)):
            try:
                self._files.invalidate_cache()
                return bytes(self._files.cat_file(f"{self._root}/{name}"))
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or replace it. Raises StoreError."""
        path = f"{self._root}/{name}"
        with refusing(self.full(name)):
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, data)

    replace = write

    def full(self, name: str) -> str:
        """The address of a file."""
        return f"{self.address}/{name}"

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.register_filesystem(self._files)
        protocol = self.address.partition("://")[0]
        # Some file systems of fsspec give their paths a slash in front.
        addresses = [self.address, f"{protocol}://{self._root}", f"{protocol}:///{self._root.lstrip('/')}"]
        connection.execute("SET allowed_directories = ?", [addresses])


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Turn an error of a file system, which raises what its library does, into a StoreError about that file."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        words = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
        raise StoreError(f"{what}: {meaning(words)}") from error


def meaning(words: str) -> str:
    """What these words of a library mean, if the system said something in them that is known; else the words."""
    return next((reason for known, reason in REASONS.items() if known in words), words)
