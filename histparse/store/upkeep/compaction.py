"""Step 6d, upkeep: writes a database anew without the space that removed rows left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from histparse.store.upkeep.beside import made_beside, require_room
from histparse.store.write.database import Database
from histparse.store.write.error_messages import sentence
from histparse.store.write.opening import StoreError

_LOCK = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Once both files are attached, nothing in them can name a third one."""


def compact(path: str) -> tuple[int, int]:
    """Write the file anew; its bytes before and after. Raises StoreError, and the file is then as it was.

    The new file is made beside the old one and takes its place when it is complete.
    """
    with Database(path):  # refuses what is not ours, and merges the log
        pass
    target = os.path.realpath(path)
    before = Path(target).stat().st_size
    require_room(path, before)
    with made_beside(path, "compacting") as part:
        try:
            with _copied(target, part):
                part.chmod(Path(target).stat().st_mode)
                part.replace(target)
        except duckdb.Error as error:
            raise StoreError(sentence(path, error)) from error
    return before, Path(target).stat().st_size


@contextmanager
def _copied(old: str, new: Path) -> Iterator[None]:
    """The new file is complete in the block, and nobody can write the old one."""
    with duckdb.connect() as connection:
        for name, file, mode in (("old", old, " (READ_ONLY)"), ("new", str(new), "")):
            quoted = file.replace("'", "''")
            connection.execute(f"ATTACH '{quoted}' AS {name}{mode}")
        for setting in _LOCK:
            connection.execute(setting)
        connection.execute("COPY FROM DATABASE old TO new")
        connection.execute("DETACH new")
        yield
