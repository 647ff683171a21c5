"""The standard streams: always there, and what goes wrong with them is told as what it is."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from histparse.cli.usage_error import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class ReaderGone(Exception):  # noqa: N818 - no error: `| head` has seen enough
    """Nobody reads on. It is no OSError, for those are taken by typer and rich, and mean that a file has a fault."""


class _Output(io.FileIO):
    """Standard output: it must not be lost unnoticed."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise ReaderGone from error
        except OSError as error:
            raise UsageError(f"cannot write standard output: {error.strerror}") from error


class _Messages(io.FileIO):
    """Standard error: where nothing can be told, the work goes on and the exit code tells."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data).cast("B"))


def attach() -> None:
    """Make the streams of this process so. One that was closed (`>&-`) leads nowhere, as with `>/dev/null`."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _lead_nowhere(number)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, closefd=False))
    sys.stdout = _through(_Output, 1, sys.stdout)
    sys.stderr = _through(_Messages, 2, sys.stderr)


def let_go() -> None:
    """Write what is left. What cannot be written is dropped here, or the interpreter would complain at its end."""
    try:
        sys.stdout.flush()
    except (ReaderGone, UsageError):
        _lead_nowhere(sys.stdout.fileno())


def _through(kind: type[io.FileIO], number: int, before: TextIO | None) -> TextIO:
    if before is not None and before.isatty():
        return before  # a terminal is never full, and that of Windows is no file
    return io.TextIOWrapper(
        io.BufferedWriter(kind(number, "w", closefd=False)),
        encoding=before.encoding if before else None,
        errors="backslashreplace",
        line_buffering=number == 2,
        write_through=getattr(before, "write_through", False),
    )


def _lead_nowhere(number: int) -> None:
    """Have the null device at that number, which the next file opened would get, a database perhaps."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nowhere, number)
        os.close(nowhere)
