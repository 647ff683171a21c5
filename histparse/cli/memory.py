"""Memory: where it is bounded the native libraries take less of it, and want of it is one sentence."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENOMEM
from importlib.abc import MetaPathFinder
from types import ModuleType

from histparse.cli.usage_error import UsageError
from histparse.system.cores import cores

LEAST = 900 << 20
"""Bytes of address space that suffice for every command. Less than a third is used; the rest is only put by."""
A_CORE = 16 << 20
"""Bytes more for each core: DuckDB has a thread on each."""
NATIVE = frozenset({"duckdb", "numpy", "polars", "pyarrow"})
"""What ends the whole process, by a message of its own or none, when it finds no memory at its start."""
SPARING = {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "1", "POLARS_MAX_THREADS": "1"}
"""Without these, more than a gigabyte is put by for allocators and threads of theirs."""

_M_ARENA_MAX = -8  # in malloc.h of glibc
_WANT = re.compile(
    r"out of memory|cannot allocate|could not allocate|failed to allocate|allocation fail|bad_?alloc|bad allocation"
    r"|failed to map segment|start new thread|spawn worker thread",
    re.IGNORECASE,
)


def spare() -> None:
    """Bound what native libraries take, before they are loaded. What the user has set for them stays."""
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
        sys.meta_path.insert(0, _Shut(limit, least))


@contextmanager
def told() -> Iterator[None]:
    """Want of memory, however a library puts it, becomes a Refusal."""
    try:
        yield
    except BaseException as error:  # a panic of Rust is no Exception
        if isinstance(error, UsageError) or not _is_want(error):
            raise
        raise UsageError(f"there is not enough memory: {_words(error)}") from error


class _Shut(MetaPathFinder):
    """Keeps native libraries from being loaded where they would not get far; commands without them run all the same."""

    def __init__(self, limit: int, least: int) -> None:
        self._limit = limit
        self._least = least

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None,  # noqa: ARG002 - what Python's import asks with
        target: ModuleType | None = None,  # noqa: ARG002 - the same
    ) -> None:
        """None for all that may be looked for elsewhere. Raises MemoryError."""
        if name in NATIVE:
            raise MemoryError(f"`ulimit -v` leaves {self._limit >> 20:,} MB, and this takes {self._least >> 20:,}")


def _one_arena() -> None:
    """MALLOC_ARENA_MAX glibc has read before we are there: in this process it is to be called."""
    import ctypes  # noqa: PLC0415 - only where memory is bounded

    with suppress(AttributeError):  # other libraries put nothing by
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _limit() -> int | None:
    """Bytes of address space that this process may have; None: no bound."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit  # noqa: PLC0415 - only some systems have bounds
    except ImportError:
        return None
    limit = getrlimit(RLIMIT_AS)[0]
    return None if limit == RLIM_INFINITY else limit


def _is_want(error: BaseException | None) -> bool:
    """Whether it, or what it comes from, is want of memory."""
    return error is not None and (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == ENOMEM)
        or (not isinstance(error, SystemExit | KeyboardInterrupt) and _WANT.search(str(error)) is not None)
        or _is_want(error.__cause__)
    )


def _words(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or "nothing more can be told"
