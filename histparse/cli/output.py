"""Files that commands write: each is written beside its target and takes its place when it is whole, or never."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from errno import EACCES
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE, S_ISREG
from typing import BinaryIO

from histparse.cli.usage_error import UsageError


def is_stdout(target: str | Path) -> bool:
    """Whether that is standard output: `-`, or a name of what it is connected to, as /dev/stdout is."""
    if str(target) == "-":
        return True
    try:
        return os.path.samestat(Path(target).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):  # there is no such file; nor has every stream a descriptor
        return False


@contextmanager
def written(target: str | Path) -> Iterator[BinaryIO]:
    """What is to become that file. Raises UsageError when it cannot be written; then what was there is there still.

    Links stay links, permissions stay as they were. Standard output, devices and pipes are written to as they are.
    """
    if is_stdout(target):
        yield sys.stdout.buffer
        return
    with _refused(target), _opened(Path(target)) as out:
        yield out
        out.flush()  # a full disk is told before the old file goes


def write_all(files: Mapping[Path, bytes], folders: Iterable[Path] = ()) -> None:
    """Write all these files or none, and then what is for standard output. Raises UsageError.

    The folders are made if need be.
    """
    printed = [target for target in files if is_stdout(target)]
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(_folder(folder))
        for target in [target for target in files if target not in printed]:
            out = stack.enter_context(written(target))
            out.write(files[target])
            out.flush()
    for target in printed:
        sys.stdout.buffer.write(files[target])


@contextmanager
def _refused(target: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror or error}") from error


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not S_ISREG(mode):
        return path.open("wb")
    return _replacing(Path(os.path.realpath(path)), mode)


@contextmanager
def _replacing(path: Path, mode: int | None) -> Iterator[BinaryIO]:
    """A file beside that one, which takes its place and permissions."""
    if mode is not None and not os.access(path, os.W_OK):  # replacing it needs no such permission
        raise PermissionError(EACCES, os.strerror(EACCES))
    part = path.with_name(f".histparse-{token_hex(8)}.part")
    try:
        with part.open("xb") as out:
            if mode is not None:
                part.chmod(S_IMODE(mode))
            yield out
        part.replace(path)
    finally:
        with suppress(OSError):  # it was renamed, or could not be made
            part.unlink()


@contextmanager
def _folder(path: Path) -> Iterator[None]:
    """The folder and those it lies in, made if need be; what was made goes again when something stops us."""
    made = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        with _refused(path):
            path.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in made:
            with suppress(OSError):  # it could not be made, or others have put something in
                folder.rmdir()
        raise
