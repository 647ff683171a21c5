"""Step 6d, upkeep: a database is written anew beside the old file, and takes its place when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from histparse.store.write.database import Database
from histparse.store.write.error_messages import FULL, REASONS, sentence
from histparse.store.write.opening import StoreError

_LOCK = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Once both files are attached, nothing in them can name a third one."""


@contextmanager
def written_anew(path: str, ending: str) -> Iterator[Path]:
    """A copy of that database, to be changed in the block, which then takes its place. Raises StoreError.

    If the block fails, or is killed, the old file is as it was; nobody can write it meanwhile, but all can read it. The
    copy lacks the space that removed rows left, and has a fixed name, so that one left by a kill is found again.
    """
    target, part = os.path.realpath(path), Path(f"{os.path.realpath(path)}.{ending}")
    try:
        _remove(part)
        if shutil.disk_usage(part.parent).free < Path(target).stat().st_size:
            raise StoreError(f"{path}: {FULL}")
        with _copied(target, part):
            yield part
            part.chmod(Path(target).stat().st_mode)
            part.replace(target)
    except duckdb.Error as error:
        raise StoreError(sentence(path, error)) from error
    except OSError as error:
        words = error.strerror or str(error)
        reason = REASONS.get(words, f"cannot be written ({words})")
        raise StoreError(f"{path}: {reason}") from error
    finally:
        _remove(part)


@contextmanager
def opened_anew(path: str) -> Iterator[Database]:
    """The same, open: for an import that judges everything again. Raises StoreError."""
    with Database(path):  # refuses what is not ours, and merges the log
        pass
    with written_anew(path, "again") as part, Database(part) as database:
        database.path = path
        yield database


@contextmanager
def _copied(old: str, new: Path) -> Iterator[None]:
    """The new file has all that the old one has in the block, and nobody can write the old one."""
    with duckdb.connect() as connection:
        for name, file, mode in (("old", old, " (READ_ONLY)"), ("new", str(new), "")):
            quoted = file.replace("'", "''")
            connection.execute(f"ATTACH '{quoted}' AS {name}{mode}")
        for setting in _LOCK:
            connection.execute(setting)
        connection.execute("COPY FROM DATABASE old TO new")
        connection.execute("DETACH new")
        yield


def _remove(part: Path) -> None:
    for file in (part, Path(f"{part}.wal")):
        file.unlink(missing_ok=True)
