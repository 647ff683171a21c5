"""System: opens files to read without ever waiting - a named pipe might never open - and names of files and folders."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from os import PathLike
from pathlib import Path
from secrets import token_hex

_NAMED_PIPE = "a named pipe, not a file; redirected to standard input, it is read as -"
_DESCRIPTORS = ("/dev/fd/", "/proc/")
"""Where what is open already has a name, as the pipe of `<(command)`."""
_NON_BLOCKING = getattr(os, "O_NONBLOCK", 0)  # Windows has no pipes among its files


def open_unless_pipe(path: str | bytes, flags: int) -> int:
    """The `opener` of files: a descriptor at once, or OSError for a named pipe."""
    descriptor = os.open(path, flags | _NON_BLOCKING)
    try:
        refuse_named_pipe(os.fsdecode(path), os.fstat(descriptor).st_mode)
        if _NON_BLOCKING:
            os.set_blocking(descriptor, True)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def refuse_named_pipe(path: str | PathLike[str], mode: int) -> None:
    """Raise OSError if what has that mode is a pipe with a name of its own."""
    if stat.S_ISFIFO(mode) and not os.path.realpath(path).startswith(_DESCRIPTORS):
        raise OSError(EINVAL, _NAMED_PIPE, os.fspath(path))


def content(path: str | PathLike[str]) -> bytes:
    """All bytes of a file. Raises OSError."""
    with io.FileIO(path, opener=open_unless_pipe) as file:
        return file.readall()


def is_database(path: Path) -> bool:
    """Whether a file begins as DuckDB's do. Raises OSError."""
    with path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def shown_path(path: str | PathLike[str]) -> str:
    r"""The path as text that can be printed and stored; a byte that is not UTF-8 is escaped: `caf\xe9.txt`.

    Text returned from here passes through unchanged.
    """
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    return name


# --- the cache folder -----------------------------------------------------------------------------------------

FOLDER = "HISTPARSE_CACHE"
"""The variable of the environment that names another folder."""


def cache_folder() -> Path:
    """Where this program keeps such files for the user, by the custom of the system. It may not exist."""
    if folder := os.environ.get(FOLDER):
        return Path(folder)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "histparse" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "histparse"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "histparse"


@contextmanager
def kept_file(file: Path, alike: str, most: int) -> Iterator[Path]:
    """A file that becomes this one of the cache, whole or not at all; of those alike the newest stay."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{token_hex(8)}{file.suffix}")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for old in sorted(file.parent.glob(alike), key=lambda old: old.stat().st_mtime_ns)[:-most]:
        old.unlink(missing_ok=True)
