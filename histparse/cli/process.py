"""Command line: the process itself - its streams, and the memory it may reserve."""

from __future__ import annotations

import codecs
import io
import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOMEM
from importlib.abc import MetaPathFinder
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TextIO

from histparse.cli import late
from histparse.model.errors import HistparseError
from histparse.system.processes import core_count

try:
    import resource
except ImportError:  # a system without limits
    resource = None  # type: ignore[assignment] # as it says

LIMITS = resource is not None

# --- streams ---------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


IN_ASCII = "drawn in ASCII"
"""The `errors` of streams: lines and marks that the encoding lacks are drawn in ASCII, other characters escaped."""

_ASCII = dict(zip("━─│●◂▸°×·–…", "--|o<>ox.-~", strict=True))


class ReaderGone(Exception):  # noqa: N818 - not an error: `| head` has seen enough
    """The reading end of the pipe is closed. Not an OSError: typer and rich catch those, and they mean a bad file."""


class _OutputRaisingReaderGone(io.BufferedWriter):
    """Standard output: a failed write must not go unnoticed.

    What it writes to is Python's own: in a method of ours Ctrl-C could come between the write and the note that it was
    done, and the last lines would be written once more at the end.
    """

    def __init__(self, number: int) -> None:
        super().__init__(io.FileIO(number, "w", closefd=False))

    def write(self, data: ReadableBuffer, /) -> int:
        with _translating_stdout_errors():
            return super().write(data)

    def flush(self) -> None:
        with _translating_stdout_errors():
            super().flush()


@contextmanager
def _translating_stdout_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        raise HistparseError(f"cannot write standard output: {error.strerror}") from error


class _MessagesIgnoringErrors(io.FileIO):
    """Standard error: when it cannot be written, the work goes on and the exit code alone reports the outcome."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data).cast("B"))


def attach_streams() -> None:
    """Install these streams in this process. One that was closed (`>&-`) discards its output, as with `>/dev/null`."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_null(number)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, closefd=False))
    sys.stdout = _wrap_unless_terminal(_OutputRaisingReaderGone(1), sys.stdout)
    sys.stderr = _wrap_unless_terminal(io.BufferedWriter(_MessagesIgnoringErrors(2, "w", closefd=False)), sys.stderr)


def has_descriptor(stream: TextIO) -> bool:
    """Whether it leads to a descriptor, which other processes have too."""
    try:
        return stream.fileno() >= 0
    except io.UnsupportedOperation:
        return False


def flush_output_or_drop() -> None:
    """Flush what is left. What cannot be written is dropped, or the interpreter would complain on exit."""
    try:
        sys.stdout.flush()
    except (ReaderGone, HistparseError):
        _open_null(sys.stdout.fileno())


def _wrap_unless_terminal(buffer: io.BufferedWriter, stream: TextIO | None) -> TextIO:
    if stream is not None and stream.isatty():
        return stream  # a terminal is never full, and the Windows console is not a file
    return io.TextIOWrapper(
        buffer,
        encoding=stream.encoding if stream else None,
        errors=IN_ASCII,
        line_buffering=buffer.fileno() == 2,
        write_through=getattr(stream, "write_through", False),
    )


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(
        _ASCII.get(character) or character.encode("ascii", "backslashreplace").decode() for character in missing
    ), error.end


codecs.register_error(IN_ASCII, _replace_unencodable)


def _open_null(descriptor: int) -> None:
    """Open the null device as that descriptor; otherwise the next file opened, perhaps a database, would get it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == descriptor:
        os.set_inheritable(descriptor, True)
    else:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


@contextmanager
def silencing_font_cache_warnings() -> Iterator[None]:
    """Let Matplotlib say nothing of its cache of fonts, nor Fontconfig, which it runs, where no home can be written."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib raises an error if there is no home folder
    if os.access(home, os.W_OK):
        yield
        return
    with TemporaryDirectory(prefix="histparse-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("XDG_CACHE_HOME", folder)
        yield


# --- memory ----------------------------------------------------------------------------------------------------------

LEAST = 900 << 20
"""Bytes of address space that suffice for every command. Less than a third is used; the rest is only reserved."""
A_CORE = 16 << 20
"""Additional bytes per core: DuckDB runs a thread on each."""
NATIVE = frozenset({"duckdb", "numpy", "polars"})
"""Libraries that kill the whole process, with or without a message, when they find no memory on loading."""
SPARING = {"MALLOC_ARENA_MAX": "1", "POLARS_MAX_THREADS": "1"}
"""Without these, the libraries' allocators and threads reserve more than a gigabyte."""

_M_ARENA_MAX = -8  # in malloc.h of glibc
_WANT = re.compile(
    r"out of memory|cannot allocate|could not allocate|failed to allocate|allocation fail|bad_?alloc|bad allocation"
    r"|failed to map segment|start new thread|spawn worker thread",
    re.IGNORECASE,
)


def limit_reservations_and_guard_libraries() -> None:
    """Limit what native libraries reserve, before they are loaded. Settings made by the user stay."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # idle threads spin: two take twice as long to price rivers
    limit = _address_space_limit()
    if limit is None:
        return
    if "MALLOC_ARENA_MAX" not in os.environ:
        with suppress(AttributeError):  # other C libraries reserve nothing
            # Set by a call: glibc read MALLOC_ARENA_MAX before we started.
            late.ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
    for name, value in SPARING.items():
        os.environ.setdefault(name, value)
    least = LEAST + A_CORE * core_count()
    if limit < least:
        sys.meta_path.insert(0, _NativeLibraryRefusal(limit, least))


@contextmanager
def reporting_memory_shortage() -> Iterator[None]:
    """Turn running out of memory, however a library reports it, into a HistparseError."""
    try:
        yield
    except BaseException as error:  # a Rust panic is not an Exception
        if isinstance(error, HistparseError) or not _is_memory_shortage(error):
            raise
        first_line = str(error).strip().partition("\n")[0]
        raise HistparseError(f"there is not enough memory: {first_line or 'no details are known'}") from error


class _NativeLibraryRefusal(MetaPathFinder):
    """Refuses to import native libraries when memory is too short; commands that need none still run."""

    def __init__(self, limit: int, least: int) -> None:
        self._limit = limit
        self._least = least

    def find_spec(self, name: str, *_: object) -> None:
        """None, so that other finders load the module. Raises MemoryError for a native library."""
        if name in NATIVE:
            raise MemoryError(f"`ulimit -v` leaves {self._limit >> 20:,} MB, and this takes {self._least >> 20:,}")


def _address_space_limit() -> int | None:
    """The address space this process may use, in bytes; None: unlimited."""
    if not LIMITS:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _is_memory_shortage(error: BaseException | None) -> bool:
    """Whether the error, or a cause of it, is a lack of memory."""
    return error is not None and (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == ENOMEM)
        or (not isinstance(error, SystemExit | KeyboardInterrupt) and _WANT.search(str(error)) is not None)
        or _is_memory_shortage(error.__cause__)
    )
