"""System: a lock that one process at a time holds. It ends with that process, however it ends, so none is stale."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

if os.name == "nt":
    import msvcrt

    def _take(file: FileIO) -> None:
        file.seek(_FAR)  # what is locked there cannot be read either
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # of Windows
else:
    import fcntl

    def _take(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_FAR = 1 << 30


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock of that file, which then says which process does; False while another one holds it.

    Raises OSError where the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileIO(path, "a") as file:
        try:
            _take(file)
        except (BlockingIOError, PermissionError):
            yield False
            return
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode())
        yield True
