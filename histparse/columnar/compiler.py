"""The fast lane: the compiler - one at a time for a cache, in a process that ends with the import it works for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from histparse.columnar import machine_code
from histparse.system.cache import cache_folder
from histparse.system.locks import locked
from histparse.system.workers import start_process

LOCK = "compiler.lock"
"""The file in the cache folder that only one compiler holds."""


@contextmanager
def compiling_meanwhile() -> Iterator[None]:
    """A compiler works while the block runs, unless another one does or no process can be started here."""
    compiler: BaseProcess | None = None
    with suppress(OSError, AssertionError):  # AssertionError: a daemon of Python's may start none
        compiler = start_process(_work_for_parent)
    try:
        yield
    finally:
        if compiler is not None:
            compiler.terminate()
            compiler.join()


def compile_all(told: Callable[[], object] = lambda: None) -> bool:
    """Have the lane compiled, if need be; False where another process is at it. `told`: of each function, once.

    Raises OSError where the code cannot be kept.
    """
    with locked(cache_folder() / LOCK) as is_ours:
        if is_ours and not machine_code.is_compiled():
            machine_code.throw_away_old()
            _compile(told)
            if machine_code.code_folder().exists():  # numba may be told not to compile
                machine_code.mark()
    return is_ours


def functions() -> int:
    """How many there are; none without numba."""
    if not machine_code.is_installed():
        return 0
    from histparse.columnar import lane  # noqa: F401, PLC0415 - it loads all of them, where they are used
    from histparse.columnar.compiled import FUNCTIONS  # noqa: PLC0415

    return len(FUNCTIONS)


def _compile(told: Callable[[], object]) -> None:
    from numba.core import event  # noqa: PLC0415 - loaded where it is used, as all that follows

    from histparse.columnar.compiled import REFUSING  # noqa: PLC0415
    from histparse.columnar.lane import Lane  # noqa: PLC0415
    from histparse.model.house import House  # noqa: PLC0415

    class Telling(event.Listener):
        """Tells of each function once, even if it is compiled for several kinds of arguments."""

        done: set[Any] = set()  # noqa: RUF012 - there is one of these

        def on_start(self, _: Any) -> None: ...

        def on_end(self, it: Any) -> None:
            if it.data["dispatcher"] not in self.done:
                self.done.add(it.data["dispatcher"])
                told()

    event.unregister("numba:compile", REFUSING)  # type: ignore[no-untyped-call]  # numba has few types
    try:
        with event.install_listener("numba:compile", Telling()):
            Lane("pokerstars", House("any")).touch()
    finally:
        event.register("numba:compile", REFUSING)  # type: ignore[no-untyped-call]  # as above


def _work_for_parent() -> None:
    """The life of a compiler that an import has started. It is lost with its import, even one that was killed."""
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(OSError):  # a cache that cannot be written: nobody reads what is said here
        compile_all()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
