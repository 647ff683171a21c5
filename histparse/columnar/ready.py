"""The fast lane: whether it can be used now - nobody waits for the compiler, which works beside an import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

Load = TypeVar("Load")

OFF = "HISTPARSE_ONE_LANE"
"""The variable of the environment that leaves all hands to the reference lane."""
MANY = 3
"""Batches of an import that is worth the compiler's work."""


def is_ready() -> bool:
    """Whether the lane can be used without waiting."""
    from histparse.columnar.machine_code import is_compiled  # noqa: PLC0415 - small imports need nothing of this

    return OFF not in os.environ and is_compiled()


def compiling_beside(loads: Iterable[Load]) -> Iterator[Load]:
    """Pass the loads of an import on; if there are many, and need be, have the lane compiled beside it.

    The compiler takes a minute at the lowest priority. It ends with an import that fails; else it finishes.
    """
    coming = iter(loads)
    yield from islice(coming, MANY - 1)
    for third in islice(coming, 1):
        yield from _compiling(chain([third], coming))


def _compiling(loads: Iterable[Load]) -> Iterator[Load]:
    from histparse.columnar.machine_code import start_compiler, stop_compiler  # noqa: PLC0415 - as above

    if OFF not in os.environ and not is_ready():
        start_compiler()
    try:
        yield from loads
    except BaseException:
        stop_compiler()
        raise
