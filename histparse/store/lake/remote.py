"""Step 6e, lake: a lake at an address of fsspec, such as `s3://bucket/poker`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

import fsspec  # type: ignore[import-untyped] # it has no types
from duckdb import DuckDBPyConnection

from histparse.store.database.connection import StoreError
from histparse.store.lake.place import old


class Remote:
    """Files at an address. Object stores make a file visible when it is complete."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_guarded = False
        self._files: Any  # fsspec has no types
        with self._refusing(""):
            self._files, self._root = fsspec.url_to_fs(address.rstrip("/"))

    def read(self, name: str) -> bytes:
        """The content of a file. Raises StoreError."""
        with self._refusing(name):
            return bytes(self._files.cat_file(f"{self._root}/{name}"))

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or replace it. Raises StoreError."""
        with self._refusing(name):
            path = f"{self._root}/{name}"
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, data)

    def names(self, folder: str = "") -> Iterator[str]:
        """All files below that folder, by name, in order."""
        with self._refusing(folder):
            self._files.invalidate_cache()
            found = self._files.find(f"{self._root}/{folder}".rstrip("/"))
        yield from sorted(path[len(self._root) :].lstrip("/") for path in found)

    def sizes(self) -> dict[str, int]:
        """The bytes of all files, by name."""
        return {name: int(about["size"]) for name, about in self._about().items()}

    def stamps(self, names: Collection[str]) -> dict[str, str]:
        """By name, of those files that are there, what changes whenever they are written, as each system calls it."""
        found = self._about() if names else {}
        return {name: str(sorted(map(str, found[name].items()))) for name in names if name in found}

    def remove(self, name: str) -> None:
        """Remove a file; harmless if it is gone."""
        with self._refusing(name), suppress(FileNotFoundError):
            self._files.rm_file(f"{self._root}/{name}")

    def is_there(self, name: str) -> bool:
        """Whether there is a file of that name."""
        with self._refusing(name):
            return bool(self._files.isfile(f"{self._root}/{name}"))

    @contextmanager
    def using(self) -> Iterator[None]:
        """Nothing is held here: what may be swept is known by its age."""
        yield

    @contextmanager
    def sweepable(self) -> Iterator[Iterator[str] | None]:
        """The files written more than a day ago."""
        yield (name for name in self.names() if old(self._written_at(name)))

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.register_filesystem(self._files)
        protocol = self.address.partition("://")[0]
        # Some file systems of fsspec give their paths a slash in front.
        addresses = [self.address, f"{protocol}://{self._root}", f"{protocol}:///{self._root.lstrip('/')}"]
        connection.execute("SET allowed_directories = ?", [addresses])

    def full(self, name: str) -> str:
        """The address of a file."""
        return f"{self.address.rstrip('/')}/{name}"

    def _about(self) -> dict[str, dict[str, Any]]:  # fsspec has no types
        """What the file system says of all files, by name."""
        with self._refusing(""):
            self._files.invalidate_cache()
            found = self._files.find(self._root, detail=True)
        return {path[len(self._root) :].lstrip("/"): about for path, about in found.items()}

    def _written_at(self, name: str) -> float:
        at: datetime = self._files.modified(f"{self._root}/{name}")
        return at.timestamp()

    @contextmanager
    def _refusing(self, name: str) -> Iterator[None]:
        """Turn any error of a file system, which raises what its library does, into a StoreError."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise StoreError(f"{self.address}/{name}: {reason}".replace("/:", ":")) from error
