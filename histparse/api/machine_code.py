"""The Python interface: the machine code that makes large imports fast."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep

from histparse.columnar.compiler import compile_all, functions
from histparse.columnar.machine_code import code_folder, is_installed
from histparse.columnar.ready import is_loadable, is_proven
from histparse.model.errors import HistparseError

__all__ = ["compile_lane", "functions", "is_installed"]
AGAIN = 0.5
"""Seconds from one look at another compiler to the next."""


def compile_lane(told: Callable[[], object]) -> Path | None:
    """Compile the code of large imports unless that was done. The folder of it; None if it cannot be loaded.

    `told` is called after each function.

    Raises HistparseError where numba is not installed, OSError where the code cannot be kept.
    """
    if not is_installed():
        raise HistparseError("compiled imports need numba: pip install 'histparse[fast]'")
    while not is_loadable() and not compile_all(told):
        sleep(AGAIN)
    is_proven.cache_clear()
    return code_folder() if is_loadable() else None
