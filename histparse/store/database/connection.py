"""Step 6c, database: opens a database file, which may come from anybody, restricts DuckDB, and words its errors."""

from __future__ import annotations

import errno
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import duckdb

from histparse.model.errors import HistparseError
from histparse.system.files import is_database

# --- the sentence for each error of DuckDB, the same in every command ------------------------------------------------

DAMAGED = "this database is damaged: restore a backup, or import the histories into a new file"
FULL = "the disk is full; the database is as it was before"
BUSY = "another program is using this database"
DENIED = "no permission to use this database"
SHORT = "this takes more memory than there is"
OPEN_ALREADY = "this program has the database open already, in another way"

REASONS = {
    os.strerror(getattr(errno, name)): meaning
    for meaning, names in ((FULL, ("ENOSPC", "EDQUOT", "EFBIG")), (DENIED, ("EACCES", "EPERM", "EROFS")))
    for name in names
    if hasattr(errno, name)
}
"""In the system's words, as DuckDB passes them on."""
_KINDS = {duckdb.OutOfMemoryException: SHORT, duckdb.ConnectionException: OPEN_ALREADY}
_REFUSED = re.compile(r'.*": (?P<reason>[^"]++)"?', re.DOTALL)
"""What the system refused: the file, in quotes, and why. The file name may contain any words, so it proves nothing."""
_LOCKED = "Conflicting lock is held in "
_CORRUPT = re.compile(
    r"\bCorrupt(?:ed)? [\w ]{1,60}:|\bCould not read enough bytes from file |\bFailure while replaying WAL file "
    r"|\bThis WAL was created for this database file, but "
)
"""DuckDB's messages for a damaged file, where the type of its error does not show it."""


def describe_error(path: str, error: duckdb.Error) -> str:
    """Say what is wrong with that database, and what to do about it."""
    return f"{path}: {_explain_error(error)}"


def _explain_error(error: duckdb.Error) -> str:
    words = str(error)
    refusal = _REFUSED.fullmatch(words.strip())
    reason = refusal["reason"].strip() if refusal else ""
    if reason in REASONS:
        return REASONS[reason]
    if reason.startswith(_LOCKED):
        return BUSY
    if _shows_damage(error):
        return DAMAGED
    for kind, meaning in _KINDS.items():
        if isinstance(error, kind):
            return meaning
    return f"DuckDB cannot do this ({words.splitlines()[0]})"


def _shows_damage(error: duckdb.Error) -> bool:
    """Whether the file is damaged. For a wrong checksum DuckDB raises only its general error type."""
    if type(error) is duckdb.Error or isinstance(error, duckdb.SerializationException | duckdb.InternalException):
        return True
    return isinstance(error, duckdb.IOException | duckdb.FatalException) and bool(_CORRUPT.search(str(error)))


# --- connections -----------------------------------------------------------------------------------------------------

_LOG = logging.getLogger("histparse.store")
WHILE_A_PAGE_IS_OPEN = 10.0
"""Seconds that an import waits for the database: the pages of `serve` let it go two seconds after the last one."""
TUNED = ["memory_limit", "threads"]
"""Settings in force during an import."""
NOTHING_LOADED: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
_CONFINED = NOTHING_LOADED | {
    # The contents of a database may name any file on the machine, or any address.
    "enable_external_access": False,
    "lock_configuration": True,
    "allowed_configs": [*TUNED, "search_path", "disabled_filesystems"],
}
_NAME = "SELECT database_name FROM system.main.duckdb_databases() WHERE NOT internal"
PUBLICATION = "publication.json"
"""The file that makes a folder the copy of a database."""
ONLY_READ = "a published copy is only read; name the database that it is a copy of"
EMPTY = "an empty file, not a database; delete it, and `histparse import` makes one there"


class StoreError(HistparseError):
    """A database that cannot be used; the message is one sentence naming the file."""


class LackOfMemoryError(StoreError):
    """DuckDB may not take the memory that it needs."""


def connect(path: str, *, read_only: bool, patience: float = 0.0) -> duckdb.DuckDBPyConnection:
    """Open that file; unless `read_only`, a missing one is created. `:memory:` means no file. Raises StoreError.

    `patience`: for how many seconds it is tried again while another program uses the file.
    """
    if is_published(path):
        raise StoreError(f"{path}: {ONLY_READ}")
    if path != ":memory:":
        _refuse_unfit_path(Path(path), read_only)
    elif read_only:
        raise StoreError(f"{path}: a database in memory is new, there is nothing in it to read")
    begin, is_new = monotonic(), path != ":memory:" and not os.path.lexists(path)
    is_wait_printed = False
    while True:
        try:
            connection = duckdb.connect(path, read_only=read_only, config=_CONFINED)
        except duckdb.Error as error:
            reason = _explain_refusal(path, error)
            waited = monotonic() - begin
            if not reason.endswith(BUSY) or waited >= patience:
                raise StoreError(reason) from error
            if waited >= 1 and not is_wait_printed:
                _LOG.info("%s; waiting for up to %g seconds", reason, patience)
                is_wait_printed = True
            sleep(0.1)
        else:
            if is_new:
                Path(path).chmod(0o600)
            return connection


def is_published(address: str | Path) -> bool:
    """Whether the copy of a database is at that address, or can be nothing else, rather than a database file."""
    return "://" in str(address) or os.path.isfile(Path(address, PUBLICATION))  # noqa: PTH113 - any name, however long


def resolve_names_in_duckdb_before_file(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, which from now on finds DuckDB's own functions before any of the same name in the file."""
    connection.execute("SET search_path = ?", [f"system.main,{_quote_database_name(connection)}.main"])
    return connection


def _quote_database_name(connection: duckdb.DuckDBPyConnection) -> str:
    ((name,),) = connection.execute(_NAME).fetchall()
    quoted = name.replace("\\", "\\\\").replace('"', '""')
    return f'"{quoted}"'


@contextmanager
def search_path_for_creating_in_file(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Create things of this block in the database: DuckDB's own catalog would refuse them."""
    connection.execute("SET search_path = ?", [f"{_quote_database_name(connection)}.main"])
    try:
        yield
    finally:
        resolve_names_in_duckdb_before_file(connection)


@contextmanager
def removing_new_file_when_full(path: str) -> Iterator[None]:
    """If the disk fills up in this block, remove a file created in it and what DuckDB had begun to write."""
    is_new = not os.path.lexists(path)
    try:
        yield
    except StoreError as error:
        if str(error).endswith(FULL):
            if is_new:
                remove_database(path)
            else:
                with suppress(duckdb.Error):  # opening the file again is enough
                    duckdb.connect(path, config=_CONFINED).close()
        raise


@contextmanager
def removing_new_file_on_failure(path: str) -> Iterator[None]:
    """A file created in this block is removed again when the block fails or is interrupted: nothing is stored in it."""
    is_new = not os.path.lexists(path)
    try:
        yield
    except BaseException:
        if is_new:
            remove_database(path)
        raise


def remove_database(path: str | Path) -> None:
    """Remove that database and its log; harmless if they are gone."""
    Path(path).unlink(missing_ok=True)
    Path(f"{path}.wal").unlink(missing_ok=True)


def _refuse_unfit_path(path: Path, read_only: bool) -> None:
    """Refuse paths that DuckDB would refuse in many words, or silently take for a new database."""
    try:
        if path.is_dir():
            raise StoreError(f"{path}: a folder, not a database")
        if path.exists():
            _require_nonempty_file(path)
        elif read_only:
            raise StoreError(f"{path}: no such database; `histparse import` makes one")
        elif not path.parent.is_dir():
            raise StoreError(f"{path}: there is no folder {path.parent}")
    except PermissionError as error:
        raise StoreError(f"{path}: {DENIED}") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from error


def _require_nonempty_file(path: Path) -> None:
    if not path.is_file():
        raise StoreError(f"{path}: not a file, so not a database")
    if not path.stat().st_size:
        raise StoreError(f"{path}: {EMPTY}")


def _explain_refusal(path: str, error: duckdb.Error) -> str:
    """Why DuckDB did not open that file.

    The file is looked into only if nobody has it open: a process that closes a file loses all its locks on it, DuckDB's
    among them.
    """
    reason = describe_error(path, error)
    with suppress(OSError):
        if not reason.endswith((BUSY, OPEN_ALREADY)) and not is_database(Path(path)):
            return f"{path}: not a database"
    return reason
