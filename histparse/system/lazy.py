"""Names of a package that are loaded when they are first asked for, so that importing it costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping


def lazily(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of the package: what it has by the names of the modules that it comes from.

    A name may be a module itself, as in `from package import module`. Type checkers are to see imports instead.
    """
    place = {name: module for module, names in modules.items() for name in names}
    there = vars(sys.modules[package])

    def load(name: str) -> object:
        if name not in place:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        there[name] = getattr(__import__(place[name], fromlist=[name]), name)
        return there[name]

    def names() -> list[str]:
        return sorted({*there, *place})

    return load, names
