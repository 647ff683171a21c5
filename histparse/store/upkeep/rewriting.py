"""Step 6g, upkeep: a database is written anew or upgraded in a new file, which takes its place when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from histparse.store.database.connection import (
    BUSY,
    FULL,
    REASONS,
    WHILE_A_PAGE_IS_OPEN,
    StoreError,
    connect,
    describe_error,
    remove_database,
    resolve_names_in_duckdb_before_file,
)
from histparse.store.database.database import Database
from histparse.store.schema import (
    VERSION,
    comment_statements,
    first_wrong_table_or_type,
    schema_version,
    unbroken_migration_files,
)

BytesBeforeAndAfter = tuple[int, int]
FormerVersion = int

_LOCK = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Once both files are attached, nothing in them can name a third one."""


@contextmanager
def replacing_database(path: str, ending: str) -> Iterator[Path]:
    """A copy of that database, to be changed in the block, which then takes its place. Raises StoreError.

    If the block fails, or is killed, the old file is as it was; nobody can write it meanwhile, but all can read it. The
    copy lacks the space that removed rows left, and has a fixed name, so that one left by a kill is found again.
    """
    target, part = os.path.realpath(path), Path(f"{os.path.realpath(path)}.{ending}")
    _remove_unfinished_copy_or_refuse(part)
    try:
        if shutil.disk_usage(part.parent).free < Path(target).stat().st_size:
            raise StoreError(f"{path}: {FULL}")
        with _copy_locked(target, part):
            yield part
            part.chmod(Path(target).stat().st_mode)
            part.replace(target)
    except duckdb.Error as error:
        raise StoreError(describe_error(path, error)) from error
    except OSError as error:
        words = error.strerror or str(error)
        reason = REASONS.get(words, f"cannot be written ({words})")
        raise StoreError(f"{path}: {reason}") from error
    finally:
        remove_database(part)


def _remove_unfinished_copy_or_refuse(unfinished: Path) -> None:
    """Remove a copy that was left by a kill. Raises StoreError if another program is writing it now."""
    if unfinished.exists():
        try:
            duckdb.connect(unfinished).close()
        except duckdb.Error as error:  # mostly it is damaged
            if (reason := describe_error(str(unfinished), error)).endswith(BUSY):
                raise StoreError(reason) from error
        remove_database(unfinished)


def compact_database(path: str) -> BytesBeforeAndAfter:
    """Write that database anew, without the space that removed rows left; its bytes before and after.

    Raises StoreError, and the file is then as it was.
    """
    with Database(path):  # refuses what is not ours, and merges the log
        pass
    target = Path(os.path.realpath(path))
    size_before = target.stat().st_size
    with replacing_database(path, "compacting"):
        pass
    return size_before, target.stat().st_size


@contextmanager
def open_replacing_copy_for_reimport(path: str) -> Iterator[Database]:
    """A copy of that database, open for an import that judges everything again. Raises StoreError."""
    with Database(path, patience=WHILE_A_PAGE_IS_OPEN):  # refuses what is not ours, and merges the log
        pass
    with replacing_database(path, "again") as part, Database(part) as database:
        database.path = path
        yield database


@contextmanager
def _copy_locked(source: str, target: Path) -> Iterator[None]:
    """The new file has all that the old one has in the block, and nobody can write the old one."""
    with duckdb.connect() as connection:
        for name, file, mode in (("old", source, " (READ_ONLY)"), ("new", str(target), "")):
            quoted = file.replace("'", "''")
            connection.execute(f"ATTACH '{quoted}' AS {name}{mode}")
        for setting in _LOCK:
            connection.execute(setting)
        connection.execute("COPY FROM DATABASE old TO new")
        connection.execute("DETACH new")
        yield


# --- a database of an older histparse --------------------------------------------------------------------------------


def upgrade_database(path: str) -> FormerVersion | None:
    """Upgrade that database; returns its former schema version, None if it was up to date. Raises StoreError.

    Killed at any moment, or without room on the disk, it is of the old version or of the new one.
    """
    version = _schema_version_or_zero(path)
    if version == VERSION or not unbroken_migration_files(version, VERSION):
        with Database(path, read_only=True):  # says why not
            return None
    with replacing_database(path, "upgrading") as part:
        connection = connect(str(part), read_only=False)
        try:
            if name := _migrate_and_find_wrong_table(connection, version):
                raise StoreError(f"{path}: `{name}` in this database is not as histparse made it")
        finally:
            connection.close()
    return version


def _schema_version_or_zero(path: str) -> int:
    """The version of the file, whose log is merged; 0 if it is not ours."""
    connect(path, read_only=True).close()  # a missing file is refused, not made
    connection = connect(path, read_only=False)
    try:
        return schema_version(resolve_names_in_duckdb_before_file(connection)) or 0
    except duckdb.Error as error:
        raise StoreError(describe_error(path, error)) from error
    finally:
        connection.close()


def _migrate_and_find_wrong_table(connection: duckdb.DuckDBPyConnection, version: int) -> str | None:
    """All steps, each statement for itself: DuckDB alters no table that a transaction has updated.

    Returns the name of what is not ours, if anything.
    """
    for step in unbroken_migration_files(version, VERSION):
        connection.execute(step.read_text("utf-8"))
    connection.execute("UPDATE schema_version SET version = $1", [VERSION])
    for comment in comment_statements():
        connection.execute(comment)
    return first_wrong_table_or_type(
        resolve_names_in_duckdb_before_file(connection)
    )  # only now: tables cannot be created in a confined one
