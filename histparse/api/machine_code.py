"""The Python interface: the machine code of the fast lane."""

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
    """Compile it unless it is there; where it lies, or None if it cannot be loaded. `told`: of each of its functions.

    Raises HistparseError where numba is not installed, OSError where the code cannot be kept.
    """
    if not is_installed():
        raise HistparseError("the fast lane needs numba: pip install 'histparse[fast]'")
    while not is_loadable() and not compile_all(told):
        sleep(AGAIN)
    is_proven.cache_clear()
    return code_folder() if is_loadable() else None
