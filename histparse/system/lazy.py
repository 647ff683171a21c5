"""Lazy imports: names of a package are loaded when first used, so importing it costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping


def lazily(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package: `names` by the modules that define them.

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
