"""The fast lane: functions that numba compiles, and the records they work on.

No process compiles by accident: what is not kept is refused, but to the compiler (compiler.py).
"""

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
    from numba.core import event
    from numba.core.caching import _CacheLocator

Function = TypeVar("Function", bound=Callable[..., object])
Some = TypeVar("Some", bound="Record")

Ints = Any
"""An array of whole numbers: of numpy in Python, of machine words in compiled code."""


class NotCompiledError(Exception):
    """A function is called whose machine code is not kept."""


class InOneFolder(_CacheLocator):
    """Tells numba where code is kept: by what it is made of, not by where the sources lie and how old they are."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"

    def get_cache_path(self) -> str:
        """The folder that the machine code is kept in."""
        return str(code_folder())

    def get_source_stamp(self) -> str:
        """All sources together, as the folder is named."""
        return code_folder().name

    def get_disambiguator(self) -> str:
        """Functions of one name lie in different modules or on different lines."""
        return self._place

    @classmethod
    def from_function(cls, py_func: Callable[..., object], _: str) -> InOneFolder:
        """For that function. Unlike numba's own it needs no folder that can be written: only the compiler writes."""
        return cls(py_func)


class _Refusing(event.Listener):
    """Told by numba what it is about to compile."""

    def on_start(self, told: Any) -> None:
        """Refuse what is ours."""
        function = told.data["dispatcher"].py_func
        if function.__module__.startswith(__name__.partition(".")[0]):
            raise NotCompiledError(function.__qualname__)

    def on_end(self, _: Any) -> None:
        """Nothing is refused."""


REFUSING = _Refusing()
event.register("numba:compile", REFUSING)  # type: ignore[no-untyped-call]  # numba has few types


class Record:
    """Whole numbers under names. A subclass only annotates them; an array of such records is made by `room`."""


OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
"""For numba. `_nrt`: nothing is allocated, so no references are counted, which takes half the time."""
_INNER: dict[str, Any] = {"no_cpython_wrapper": True}
_LOCATOR = "CACHE_LOCATOR_CLASSES"


FUNCTIONS: list[str] = []
"""The names of all that is compiled."""


def compiled(function: Function) -> Function:
    """The function, compiled as a part of those that call it: code of its own could be neither called nor kept."""
    FUNCTIONS.append(function.__name__)
    return cast("Function", numba.njit(**OPTIONS, **_INNER)(function))


def entry_point(function: Function) -> Function:
    """A compiled function that Python calls; its machine code is kept."""
    FUNCTIONS.append(function.__name__)
    before = getattr(numba.config, _LOCATOR)
    setattr(numba.config, _LOCATOR, f"{__name__}.{InOneFolder.__name__}")
    try:
        return cast("Function", numba.njit(cache=True, **OPTIONS)(function))
    finally:
        setattr(numba.config, _LOCATOR, before)


def room(kind: type[Some], size: int) -> np.ndarray[Any, Any]:
    """An array of that many records, all zero."""
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
