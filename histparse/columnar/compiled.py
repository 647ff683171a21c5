"""The fast lane: functions that numba compiles, and the records they work on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import numpy as np

from histparse.columnar.machine_code import code_folder
from histparse.system.hidden import hidden

with hidden("scipy", "coverage"):  # 20 MB and a fifth of a second for linear algebra, of which there is none here
    import numba
    import numba.np.arraymath

Function = TypeVar("Function", bound=Callable[..., object])
Some = TypeVar("Some", bound="Record")

Ints = Any
"""An array of whole numbers: of numpy in Python, of machine words in compiled code."""


numba.config.CACHE_DIR = str(code_folder())  # type: ignore[attr-defined]  # numba makes its settings as it starts


class Record:
    """Whole numbers under names. A subclass only annotates them; an array of such records is made by `room`."""


OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
"""For numba. `_nrt`: nothing is allocated, so no references are counted, which takes half the time."""


def compiled(function: Function) -> Function:
    """The function, compiled at its first call; the machine code is kept for the next time."""
    return cast("Function", numba.njit(**OPTIONS)(function))


def room(kind: type[Some], size: int) -> np.ndarray[Any, Any]:
    """An array of so many records, all zero."""
    return np.zeros(size, layout(kind))  # type: ignore[arg-type]  # mypy takes a class for no hashable


def one(kind: type[Some]) -> Some:
    """A single record, all zero."""
    return cast("Some", room(kind, 1)[0])


@cache
def layout(kind: type[Record]) -> np.dtype[Any]:
    """How numpy lays the record out: a word for each `int`, an array where the annotation gives its size."""
    fields = [_field(name, hint) for name, hint in get_type_hints(kind, include_extras=True).items()]
    return np.dtype((np.record, fields))  # a `record` has its fields as attributes, in Python too


def _field(name: str, hint: Any) -> tuple[str, type[np.generic], tuple[int, ...]]:
    if hint is Word:
        return name, np.uint64, ()
    return name, np.int64, getattr(hint, "__metadata__", ((),))[0]


Word = Annotated[Any, "word"]
"""64 bits that are no number."""
PLACES = 10
"""Seats of a table: more cannot be dealt five cards."""
PerPlayer = Annotated[Ints, (PLACES,)]
Hand = Annotated[Ints, (5,)]
"""Five cards, each the place of a card in DECK; NO_CARD where it is not known."""
NO_CARD = -1
NOBODY = -1
