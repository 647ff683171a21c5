"""The fast lane: whether it can be used now - nobody waits for the compiler, which works beside an import."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import TypeVar

Load = TypeVar("Load")

OFF = "HISTPARSE_ONE_LANE"
"""The variable of the environment that leaves all hands to the reference lane."""
MANY = 3
"""Batches of new hands that have come before it is asked how much is to come: an import may know nearly everything."""
WORTH = 300 << 20
"""Bytes to come that are worth the compiler's work, some 200,000 hands; see docs/decisions.md."""


def is_ready() -> bool:
    """Whether the lane can be used without waiting, and is wanted."""
    return OFF not in os.environ and is_loadable()


def is_loadable() -> bool:
    """Whether all machine code is there and can be loaded."""
    from histparse.columnar.machine_code import is_compiled  # noqa: PLC0415 - small imports need nothing of this

    return is_compiled() and is_proven()


@cache
def is_proven() -> bool:
    """Whether all of it can be loaded, asked once; if not, for whatever reason, there is the reference lane."""
    from histparse.columnar.machine_code import unmark  # noqa: PLC0415 - as above

    try:
        from histparse.columnar.lane import Lane  # noqa: PLC0415 - as above
        from histparse.model.house import House  # noqa: PLC0415 - as above

        Lane("pokerstars", House("any")).touch()
        import numba  # noqa: PLC0415 - by now it is loaded, and has not loaded what is hidden from it

        return not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba makes its settings as it starts
    except Exception:  # numba, what it keeps and who else changes that are not in our hands
        unmark()
        return False


def compiling_beside(loads: Iterable[Load], to_come: Callable[[], int]) -> Iterator[Load]:
    """Pass the loads of an import on; if what is `to_come`, in bytes, repays it, have the lane compiled beside it."""
    coming = iter(loads)
    yield from islice(coming, MANY)
    if to_come() >= WORTH and _could_be_ready():
        from histparse.columnar.compiler import compiling_meanwhile  # noqa: PLC0415 - as above

        with compiling_meanwhile():
            yield from coming
    else:
        yield from coming


def _could_be_ready() -> bool:
    from histparse.columnar.machine_code import is_compiled, is_installed  # noqa: PLC0415 - as above

    return OFF not in os.environ and is_installed() and not is_compiled()
