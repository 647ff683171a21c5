"""Step 6d, upkeep: brings a database of an older histparse up to date, with a backup beside it until that is done."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import duckdb

from histparse.store.schema import comment_statements
from histparse.store.upkeep.beside import made_beside, require_room
from histparse.store.write.database import VERSION, Database
from histparse.store.write.error_messages import BUSY, sentence
from histparse.store.write.migrations import schema_version, steps
from histparse.store.write.opening import StoreError, confined, connect
from histparse.store.write.schema_check import strange


def upgrade(path: str) -> int | None:
    """Upgrade that database; returns its former schema version, None if it was up to date. Raises StoreError.

    Killed at any moment it is of the old version or of the new one, and the backup beside it is complete or under
    another name. The backup goes when the new database has been opened; it stays when anything fails.
    """
    version = _version(path)
    if version == VERSION or not steps(version, VERSION):
        with Database(path, read_only=True):  # says why not
            _remove_backups(path)
        return None
    backup = _back_up(path, version)
    try:
        _migrate(path, version)
        with Database(path, read_only=True):
            pass
    except StoreError as error:
        raise StoreError(f"{error}; it is also in {backup}, as it was") from error
    _remove_backups(path)
    return version


def backup_of(path: str, version: int) -> Path:
    """Where the backup of a database of that version is."""
    return Path(f"{os.path.realpath(path)}.schema-{version}")


def _version(path: str) -> int:
    """The version of the file, whose log is merged; 0 if it is not ours."""
    connect(path, read_only=True).close()  # a missing file is refused, not made
    connection = connect(path, read_only=False)
    try:
        return schema_version(confined(connection)) or 0
    except duckdb.Error as error:
        raise StoreError(sentence(path, error)) from error
    finally:
        connection.close()


def _back_up(path: str, version: int) -> Path:
    backup, file = backup_of(path, version), Path(path)
    before = file.stat()
    require_room(path, 2 * before.st_size)
    with made_beside(path, "backup") as part:
        shutil.copy2(path, part)
        if (file.stat().st_mtime_ns, file.stat().st_size) != (before.st_mtime_ns, before.st_size):
            raise StoreError(f"{path}: {BUSY}")
        part.replace(backup)
    return backup


def _remove_backups(path: str) -> None:
    for version in range(VERSION):
        backup_of(path, version).unlink(missing_ok=True)


def _migrate(path: str, version: int) -> None:
    """All steps in one transaction."""
    connection = connect(path, read_only=False)
    try:
        connection.execute("BEGIN")
        for step in steps(version, VERSION):
            connection.execute(step.read_text("utf-8"))
        connection.execute("UPDATE schema_version SET version = $1", [VERSION])
        for comment in comment_statements():
            connection.execute(comment)
        if name := strange(confined(connection)):  # only now: tables cannot be created in a confined one
            raise StoreError(f"{path}: `{name}` in this database is not as histparse made it")
        connection.execute("COMMIT")
    except duckdb.Error as error:
        raise StoreError(sentence(path, error)) from error
    finally:
        connection.close()
