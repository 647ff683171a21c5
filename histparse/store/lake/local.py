"""Step 6e, lake: a lake in a folder. A lock on one of its files tells whether others use it, even after a kill."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from duckdb import DuckDBPyConnection

from histparse.store.database.connection import StoreError
from histparse.store.database.error_messages import REASONS
from histparse.store.lake.place import old
from histparse.system.files import content

try:
    import fcntl
except ImportError:  # Windows: what nobody uses any more is known by its age there, as at other addresses
    fcntl = None  # type: ignore[assignment] # tested before it is used

LOCK = ".lock"


class Local:
    """A folder. It is made when the first file is written."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._root = Path(address).absolute()
        self._lock: int | None = None
        self.is_guarded = False

    def read(self, name: str) -> bytes:
        """The content of a file. Raises StoreError."""
        with self._refusing(name):
            return content(self._root / name)

    def write(self, name: str, data: bytes) -> None:
        """Make a file, or replace it: written beside it under a hidden name, and renamed. Raises StoreError."""
        target = self._root / name
        beside = target.with_name(f".{uuid4().hex}.part")
        with self._refusing(name):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with beside.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                beside.replace(target)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise

    def names(self, folder: str = "") -> Iterator[str]:
        """All files below that folder, by name, in order."""
        inside = self._root / folder
        found = (path for path in inside.rglob("*") if path.is_file()) if inside.is_dir() else ()
        yield from sorted(path.relative_to(self._root).as_posix() for path in found)

    def sizes(self) -> dict[str, int]:
        """The bytes of all files, by name."""
        with self._refusing(""):
            return {name: (self._root / name).stat().st_size for name in self.names()}

    def stamps(self, names: Collection[str]) -> dict[str, str]:
        """By name, of those files that are there, what changes whenever they are written."""
        found: dict[str, str] = {}
        for name in names:
            with suppress(OSError):
                status = (self._root / name).stat()
                found[name] = f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"
        return found

    def remove(self, name: str) -> None:
        """Remove a file, and the folders that are empty then; harmless if it is gone."""
        path = self._root / name
        with self._refusing(name):
            path.unlink(missing_ok=True)
        with suppress(OSError):  # not empty
            for folder in path.parents[: len(path.relative_to(self._root).parts) - 1]:
                folder.rmdir()

    def is_there(self, name: str) -> bool:
        """Whether there is a file of that name."""
        return (self._root / name).is_file()

    @contextmanager
    def using(self) -> Iterator[None]:
        """Hold the lake for reading or adding to it: meanwhile nobody sweeps."""
        self._lock = self._shared_lock()
        self.is_guarded = self._lock is not None
        try:
            yield
        finally:
            if self._lock is not None:
                os.close(self._lock)
            self._lock = None

    def _shared_lock(self) -> int | None:
        """A lock others may have too; None where there are none, as in a folder that is read only."""
        if fcntl is None or not self._root.is_dir():
            return None
        with suppress(OSError):
            lock = os.open(self._root / LOCK, os.O_RDONLY | os.O_CREAT, 0o666)
            try:
                fcntl.flock(lock, fcntl.LOCK_SH)
            except OSError:
                os.close(lock)
                raise
            return lock
        return None

    @contextmanager
    def sweepable(self) -> Iterator[Iterator[str] | None]:
        """All files, if nobody else uses the lake now."""
        if fcntl is None or self._lock is None:
            yield (name for name in self.names() if old((self._root / name).stat().st_mtime))
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # the shared lock may be lost then, so this comes last
            yield None
            return
        try:
            yield self.names()
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_SH)

    def allow(self, connection: DuckDBPyConnection) -> None:
        """Let DuckDB read these files and no others."""
        connection.execute("SET allowed_directories = ?", [[str(self._root)]])

    def full(self, name: str) -> str:
        """The path of a file."""
        return str(self._root / name)

    @contextmanager
    def _refusing(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = REASONS.get(str(error.strerror), error.strerror)
            raise StoreError(f"{self.address}/{name}: {reason}") from error
