"""The standard streams: always open, and their errors are reported as what they are."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from histparse.cli.usage_error import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


IN_ASCII = "drawn in ASCII"
"""The `errors` of streams: lines and marks that the encoding lacks are drawn in ASCII, other characters escaped."""

_ASCII = dict(zip("━─│●◂▸°×·–…", "--|o<>ox.-~", strict=True))


class ReaderGone(Exception):  # noqa: N818 - not an error: `| head` has seen enough
    """The reading end of the pipe is closed. Not an OSError: typer and rich catch those, and they mean a bad file."""


class _Output(io.BufferedWriter):
    """Standard output: a failed write must not go unnoticed.

    What it writes to is Python's own: in a method of ours Ctrl-C could come between the write and the note that it was
    done, and the last lines would be written once more at the end.
    """

    def __init__(self, number: int) -> None:
        super().__init__(io.FileIO(number, "w", closefd=False))

    def write(self, data: ReadableBuffer, /) -> int:
        with _named_errors():
            return super().write(data)

    def flush(self) -> None:
        with _named_errors():
            super().flush()


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        raise UsageError(f"cannot write standard output: {error.strerror}") from error


class _Messages(io.BufferedWriter):
    """Standard error: when it cannot be written, the work goes on and the exit code alone reports the outcome."""

    def __init__(self, number: int) -> None:
        super().__init__(_Unheard(number, "w", closefd=False))


class _Unheard(io.FileIO):
    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data).cast("B"))


def attach() -> None:
    """Install these streams in this process. One that was closed (`>&-`) discards its output, as with `>/dev/null`."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_null(number)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, closefd=False))
    sys.stdout = _through(_Output, 1, sys.stdout)
    sys.stderr = _through(_Messages, 2, sys.stderr)


def is_open(stream: TextIO) -> bool:
    """Whether it leads to a descriptor, which other processes have too."""
    try:
        return stream.fileno() >= 0
    except io.UnsupportedOperation:
        return False


def flush() -> None:
    """Flush what is left. What cannot be written is dropped, or the interpreter would complain on exit."""
    try:
        sys.stdout.flush()
    except (ReaderGone, UsageError):
        _open_null(sys.stdout.fileno())


def _through(kind: type[_Output | _Messages], number: int, before: TextIO | None) -> TextIO:
    if before is not None and before.isatty():
        return before  # a terminal is never full, and the Windows console is not a file
    return io.TextIOWrapper(
        kind(number),
        encoding=before.encoding if before else None,
        errors=IN_ASCII,
        line_buffering=number == 2,
        write_through=getattr(before, "write_through", False),
    )


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_ASCII.get(one) or one.encode("ascii", "backslashreplace").decode() for one in missing), error.end


codecs.register_error(IN_ASCII, _in_ascii)


def _open_null(number: int) -> None:
    """Open the null device as that descriptor; otherwise the next file opened, perhaps a database, would get it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nowhere, number)
        os.close(nowhere)
