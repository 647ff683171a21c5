"""The standard streams: always open, and their errors are reported as what they are."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from histparse.cli.usage_error import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class ReaderGone(Exception):  # noqa: N818 - not an error: `| head` has seen enough
    """The reading end of the pipe is closed. Not an OSError: typer and rich catch those, and they mean a bad file."""


class _Output(io.FileIO):
    """Standard output: a failed write must not go unnoticed."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise ReaderGone from error
        except OSError as error:
            raise UsageError(f"cannot write standard output: {error.strerror}") from error


class _Messages(io.FileIO):
    """Standard error: when it cannot be written, the work goes on and the exit code alone reports the outcome."""

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


def flush() -> None:
    """Flush what is left. What cannot be written is dropped, or the interpreter would complain on exit."""
    try:
        sys.stdout.flush()
    except (ReaderGone, UsageError):
        _open_null(sys.stdout.fileno())


def _through(kind: type[io.FileIO], number: int, before: TextIO | None) -> TextIO:
    if before is not None and before.isatty():
        return before  # a terminal is never full, and the Windows console is not a file
    return io.TextIOWrapper(
        io.BufferedWriter(kind(number, "w", closefd=False)),
        encoding=before.encoding if before else None,
        errors="backslashreplace",
        line_buffering=number == 2,
        write_through=getattr(before, "write_through", False),
    )


def _open_null(number: int) -> None:
    """Open the null device as that descriptor; otherwise the next file opened, perhaps a database, would get it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nowhere, number)
        os.close(nowhere)
