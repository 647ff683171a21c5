"""Memory: native libraries reserve less where it is limited, and running out of it gives one sentence."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENOMEM
from importlib.abc import MetaPathFinder
from types import ModuleType

from histparse.cli import late
from histparse.cli.usage_error import UsageError
from histparse.model.errors import HistparseError
from histparse.system.cores import cores

try:
    import resource
except ImportError:  # a system without limits
    resource = None  # type: ignore[assignment] # as it says

LIMITS = resource is not None
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


def limit_reservations() -> None:
    """Limit what native libraries reserve, before they are loaded. Settings made by the user stay."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # nothing here multiplies matrices
    limit = _limit()
    if limit is None:
        return
    if "MALLOC_ARENA_MAX" not in os.environ:
        _one_arena()
    for name, value in SPARING.items():
        os.environ.setdefault(name, value)
    least = LEAST + A_CORE * cores()
    if limit < least:
        sys.meta_path.insert(0, _LibraryGuard(limit, least))


@contextmanager
def shortage_reported() -> Iterator[None]:
    """Turn running out of memory, however a library reports it, into a UsageError."""
    try:
        yield
    except BaseException as error:  # a Rust panic is not an Exception
        if isinstance(error, HistparseError) or not _is_shortage(error):
            raise
        raise UsageError(f"there is not enough memory: {_words(error)}") from error


class _LibraryGuard(MetaPathFinder):
    """Refuses to import native libraries when memory is too short; commands that need none still run."""

    def __init__(self, limit: int, least: int) -> None:
        self._limit = limit
        self._least = least

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the signature Python's import requires
        target: ModuleType | None = None,  # noqa: ARG002 - the same
    ) -> None:
        """None, so that other finders load the module. Raises MemoryError for a native library."""
        if name in NATIVE:
            raise MemoryError(f"`ulimit -v` leaves {self._limit >> 20:,} MB, and this takes {self._least >> 20:,}")


def _one_arena() -> None:
    """Set it in this process by a call: glibc read MALLOC_ARENA_MAX before we started."""
    with suppress(AttributeError):  # other C libraries reserve nothing
        late.ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _limit() -> int | None:
    """The address space this process may use, in bytes; None: unlimited."""
    if not LIMITS:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _is_shortage(error: BaseException | None) -> bool:
    """Whether the error, or a cause of it, is a lack of memory."""
    return error is not None and (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == ENOMEM)
        or (not isinstance(error, SystemExit | KeyboardInterrupt) and _WANT.search(str(error)) is not None)
        or _is_shortage(error.__cause__)
    )


def _words(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or "no details are known"
