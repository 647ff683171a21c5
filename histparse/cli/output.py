"""Output files: what is there stays unless it may go, and each replaces its target only when complete."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from errno import EACCES, EISDIR
from io import RawIOBase
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE, S_ISREG
from typing import Annotated, Any, BinaryIO, cast

import typer

from histparse.model.errors import HistparseError, escape_unprintable_in_lines, quoted

# --- what may be replaced --------------------------------------------------------------------------------------------

_MARKS = {
    b"<!doctype html>": re.compile(rb'^<meta name="generator" content="histparse ', re.MULTILINE),
    b"%PDF-": re.compile(rb"/Keywords\(histparse "),  # Typst lets nobody else be the creator
    b"<?xml": re.compile(rb"<dc:creator>\s*<cc:Agent>\s*<dc:title>histparse "),  # as matplotlib writes SVG
    b"\x89PNG": re.compile(rb"tEXtSoftware\0histparse "),
}
"""The mark of files that this program has made and can make again, by the beginning of each kind of file."""

Force = Annotated[bool, typer.Option("--force", help="Overwrite what exists.")]


def refuse_to_overwrite(target: str | Path, *, force: bool, inputs: Collection[str | Path]) -> None:
    """Raise HistparseError if the target is a folder, or a file that must stay. What is `read` stays in any case.

    Links are judged by what they point to. Devices and pipes are not replaced, whatever is written to them.
    """
    path = Path(target)
    with refusing_write_errors(target):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not path.is_file():
            return
        if any(_is_same_file(path, source) for source in inputs):
            raise HistparseError(f"{quoted(target)} is read by this command: name another file")
        if not (force or is_made_by_histparse(path)):
            raise HistparseError(f"{quoted(target)} exists: name another file, or overwrite it with --force")


@contextmanager
def refusing_write_errors(target: str | Path) -> Iterator[None]:
    """Turn an error of the system in this block into a HistparseError."""
    try:
        yield
    except OSError as error:
        raise HistparseError(f"cannot write {target}: {error.strerror or error}") from error


def is_made_by_histparse(file: Path) -> bool:
    """Whether that file carries the mark. Raises OSError if it cannot be read."""
    with file.open("rb") as stream:
        head = stream.read(max(map(len, _MARKS)))
        kind = next(filter(head.startswith, _MARKS), None)
        return kind is not None and _MARKS[kind].search(stream.read()) is not None


def _is_same_file(path: Path, source: str | Path) -> bool:
    with suppress(OSError):  # it is no file
        return path.samefile(source)
    return False


# --- files -----------------------------------------------------------------------------------------------------------

try:
    import fcntl
except ImportError:  # a system without such locks keeps what a kill leaves
    fcntl = None  # type: ignore[assignment] # as it says

LOCKS = fcntl is not None
_NAMES = ".histparse-*.part"


def is_stdout(target: str | Path) -> bool:
    """Whether the target is standard output: `-`, or a path to the same file, such as /dev/stdout."""
    if str(target) == "-":
        return True
    try:
        return os.path.samestat(Path(target).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):  # there is no such file, or the stream has no descriptor
        return False


@contextmanager
def open_target(target: str | Path, *, force: bool, inputs: Collection[str | Path] = ()) -> Iterator[BinaryIO]:
    """A stream whose content becomes that file. Raises HistparseError when it cannot; a file that was there then stays.

    `force`: it may replace any file but those that are `read`. Links stay links, permissions stay as they were.
    Standard output, devices and pipes are written to as they are.
    """
    if is_stdout(target):
        yield sys.stdout.buffer
        return
    refuse_to_overwrite(target, force=force, inputs=inputs)
    with refusing_write_errors(target), _open_for_writing(Path(target)) as stream:
        yield stream
        stream.flush()  # a full disk is noticed before the old file goes
        refuse_to_overwrite(target, force=force, inputs=inputs)  # somebody else may have been quicker


def write_all_or_none(
    files: Mapping[Path, bytes], folders: Iterable[Path] = (), *, force: bool, inputs: Collection[str | Path] = ()
) -> None:
    """Write all these files or none, as `written` does, and standard output last. Raises HistparseError.

    Missing folders are created.
    """
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(_making_folder(folder))
        for target, content in files.items():
            if not is_stdout(target):
                stream = stack.enter_context(open_target(target, force=force, inputs=inputs))
                stream.write(content)
                stream.flush()
    for target in filter(is_stdout, files):
        sys.stdout.buffer.write(files[target])


def _open_for_writing(path: Path) -> AbstractContextManager[BinaryIO]:
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not S_ISREG(mode):
        return path.open("wb")
    return _open_replacement(Path(os.path.realpath(path)), mode)


@contextmanager
def _open_replacement(path: Path, mode: int | None) -> Iterator[BinaryIO]:
    """A temporary file beside that one, which then takes its place and permissions."""
    if mode is not None and not os.access(path, os.W_OK):  # a rename would not check this permission
        raise PermissionError(EACCES, os.strerror(EACCES))
    part, stream = _open_temporary_file(path.parent)
    try:
        with stream:
            if mode is not None:
                part.chmod(S_IMODE(mode))
            yield stream
            stream.flush()
            if not LOCKS:
                stream.close()  # such a system renames no open file; where there are locks, it stays ours until renamed
            part.replace(path)
    finally:
        with suppress(OSError):  # it was renamed, or never created
            part.unlink()


def _open_temporary_file(folder: Path) -> tuple[Path, BinaryIO]:
    """A new hidden file in that folder, open for writing; those of killed programs are removed."""
    _remove_stale_files(folder)
    while True:
        part = folder / _NAMES.replace("*", token_hex(8))
        stream = part.open("xb")
        if LOCKS:
            with suppress(OSError):  # nothing on this disk can be locked, nor swept
                _lock_file_or_raise(stream)
        if os.fstat(stream.fileno()).st_nlink:
            return part, stream
        stream.close()  # another program swept just before it was locked


def _remove_stale_files(folder: Path) -> None:
    for part in folder.glob(_NAMES) if LOCKS else ():
        with suppress(OSError), part.open("r+b") as left:
            _lock_file_or_raise(left)
            part.unlink()


def _lock_file_or_raise(file: BinaryIO) -> None:
    """Lock it for as long as it is open. Raises OSError if somebody else has, or nobody can."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _making_folder(path: Path) -> Iterator[None]:
    """Create the folder and its parents where missing; those created are removed again on failure."""
    made = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        with refusing_write_errors(path):
            path.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in made:
            with suppress(OSError):  # it was never created, or others have put files in it
                folder.rmdir()
        raise


# --- --output --------------------------------------------------------------------------------------------------------

Output = Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.", metavar="FILE")]


@contextmanager
def open_terminal_safe_target(target: str, *, force: bool, inputs: Collection[str | Path]) -> Iterator[BinaryIO]:
    """A stream whose content becomes that file when it is whole, as in `written`. Raises HistparseError."""
    with open_target(target, force=force, inputs=inputs) as stream:
        yield cast(BinaryIO, _Terminal()) if is_stdout(target) and sys.stdout.isatty() else stream


class _Terminal(RawIOBase):
    """Standard output where people look at it: nothing that others have written drives the terminal."""

    def writable(self) -> bool:
        """Whether it can be written to, as standard output can."""
        return True

    def write(self, data: Any, /) -> int:  # Any: bytes, or what holds some
        """Print the text. Raises HistparseError for bytes that are not text."""
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError as error:
            raise HistparseError("this format is binary: name a file with -o FILE") from error
        sys.stdout.write(escape_unprintable_in_lines(text))
        return len(data)
