"""System: files - opened without ever waiting, kept in the cache, and our own, whose content is our identity."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from functools import cache
from hashlib import sha256
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


def read_whole_file(path: str | PathLike[str]) -> bytes:
    """All bytes of a file. Raises OSError."""
    with io.FileIO(path, opener=open_unless_pipe) as file:
        return file.readall()


def is_database(path: Path) -> bool:
    """Whether a file begins as DuckDB's do. Raises OSError."""
    with path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def printable_path(path: str | PathLike[str]) -> str:
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
def replacing_cache_file(file: Path, pattern: str, most_files: int) -> Iterator[Path]:
    """A file that becomes this one of the cache, whole or not at all; of those of the pattern the newest stay."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{token_hex(8)}{file.suffix}")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for old in sorted(file.parent.glob(pattern), key=lambda old: old.stat().st_mtime_ns)[:-most_files]:
        old.unlink(missing_ok=True)


# --- files that come with the package, inside it or beside it in a checkout -------------------------------------------

PACKAGE = Path(__file__).parents[1]


def data_folder(name: str) -> Path:
    """The data folder of that name (`grammars`, `analytics`). Raises FileNotFoundError."""
    inside, checkout = PACKAGE / name, PACKAGE.parent / name
    if inside.is_dir():
        return inside
    # A folder beside an installed package is somebody else's: only a checkout has pyproject.toml there.
    if checkout.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return checkout
    raise FileNotFoundError(f"the data folder `{name}` did not come with this installation of histparse")


def query_files(subfolder: str) -> list[Path]:
    """The files of that folder of analytics, in order of name."""
    return sorted((data_folder("analytics") / subfolder).glob("*.sql"))


@cache
def query_text(name: str) -> str:
    """The text of a file of analytics, named by its place there: `settle/verdict`."""
    return (data_folder("analytics") / f"{name}.sql").read_text("utf-8")


# --- the identity of the program ------------------------------------------------------------------------------

MADE_OF = {".py", ".toml", ".lark", ".sql"}
DATA = ("grammars", "analytics")
"""Folders that are inside the package when it is installed, and beside it in a checkout."""


@cache
def program_digest() -> str:
    """A name that no other or modified version has, wherever it is installed: 16 hexadecimal digits."""
    made_of = sha256()
    for name, file in sorted(_program_files()):
        made_of.update(name.encode() + b"\0" + file.read_bytes())
    return made_of.hexdigest()[:16]


def _program_files() -> Iterator[tuple[str, Path]]:
    """Yield the files that decide how hands are read and judged, with their places in the package."""
    data = {name: data_folder(name) for name in DATA}
    for root in (PACKAGE, data["grammars"], data["analytics"] / "neighbours"):
        for file in root.rglob("*"):
            if file.suffix in MADE_OF and (root is not PACKAGE or not any(map(file.is_relative_to, data.values()))):
                yield f"{root.name}/{file.relative_to(root).as_posix()}", file
