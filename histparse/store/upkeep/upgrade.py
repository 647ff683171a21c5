"""Step 6g, upkeep: brings a database of an older histparse up to date, in a new file that replaces the old one."""

from __future__ import annotations

import duckdb

from histparse.declared import comment_statements
from histparse.store.database.connection import StoreError, confined, connect, sentence
from histparse.store.database.database import Database
from histparse.store.schema import VERSION, schema_version, steps, strange
from histparse.store.upkeep.rewriting import written_anew


def upgrade(path: str) -> int | None:
    """Upgrade that database; returns its former schema version, None if it was up to date. Raises StoreError.

    Killed at any moment, or without room on the disk, it is of the old version or of the new one.
    """
    version = _version(path)
    if version == VERSION or not steps(version, VERSION):
        with Database(path, read_only=True):  # says why not
            return None
    with written_anew(path, "upgrading") as part:
        connection = connect(str(part), read_only=False)
        try:
            if name := _migrated(connection, version):
                raise StoreError(f"{path}: `{name}` in this database is not as histparse made it")
        finally:
            connection.close()
    return version


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


def _migrated(connection: duckdb.DuckDBPyConnection, version: int) -> str | None:
    """All steps, each statement for itself: DuckDB alters no table that a transaction has updated.

    Returns the name of what is not ours, if anything.
    """
    for step in steps(version, VERSION):
        connection.execute(step.read_text("utf-8"))
    connection.execute("UPDATE schema_version SET version = $1", [VERSION])
    for comment in comment_statements():
        connection.execute(comment)
    return strange(confined(connection))  # only now: tables cannot be created in a confined one
