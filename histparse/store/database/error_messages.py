"""Step 6c, database: the sentence for each error of DuckDB, the same in every command."""

from __future__ import annotations

import errno
import os
import re

import duckdb

DAMAGED = "this database is damaged: restore a backup, or import the histories into a new file"
FULL = "the disk is full; the database is as it was before"
BUSY = "another program is using this database"
DENIED = "no permission to use this database"
SHORT = "this takes more memory than there is"
TWICE = "this program has the database open already, in another way"

REASONS = {
    os.strerror(getattr(errno, name)): meaning
    for meaning, names in ((FULL, ("ENOSPC", "EDQUOT", "EFBIG")), (DENIED, ("EACCES", "EPERM", "EROFS")))
    for name in names
    if hasattr(errno, name)
}
"""In the system's words, as DuckDB passes them on."""
_KINDS = {duckdb.OutOfMemoryException: SHORT, duckdb.ConnectionException: TWICE}
_REFUSED = re.compile(r'.*": (?P<reason>[^"]++)"?', re.DOTALL)
"""What the system refused: the file, in quotes, and why. The file name may contain any words, so it proves nothing."""
_LOCKED = "Conflicting lock is held in "
_CORRUPT = re.compile(
    r"\bCorrupt(?:ed)? [\w ]{1,60}:|\bCould not read enough bytes from file |\bFailure while replaying WAL file "
    r"|\bThis WAL was created for this database file, but "
)
"""DuckDB's messages for a damaged file, where the type of its error does not show it."""


def sentence(path: str, error: duckdb.Error) -> str:
    """What is wrong with that database, and what to do about it."""
    return f"{path}: {_meaning(error)}"


def _meaning(error: duckdb.Error) -> str:
    words = str(error)
    found = _REFUSED.fullmatch(words.strip())
    reason = found["reason"].strip() if found else ""
    if reason in REASONS:
        return REASONS[reason]
    if reason.startswith(_LOCKED):
        return BUSY
    if _is_of_damage(error):
        return DAMAGED
    for kind, meaning in _KINDS.items():
        if isinstance(error, kind):
            return meaning
    return f"DuckDB cannot do this ({words.splitlines()[0]})"


def _is_of_damage(error: duckdb.Error) -> bool:
    """Whether the file is damaged. For a wrong checksum DuckDB raises only its general error type."""
    if type(error) is duckdb.Error or isinstance(error, duckdb.SerializationException | duckdb.InternalException):
        return True
    return isinstance(error, duckdb.IOException | duckdb.FatalException) and bool(_CORRUPT.search(str(error)))
