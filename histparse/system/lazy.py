"""Lazy imports: names of a package are loaded when first used, so importing it costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable


def lazily(package: str) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` for a package, whose __init__.pyi imports its names, one a line.

    A name may be a module itself, as in `from package import module as module`.
    """
    there = vars(sys.modules[package])
    with open(f"{there['__file__']}i", encoding="utf-8") as stub:  # noqa: PTH123 - pathlib takes longer to load
        place = {name: module for _, module, _, name, *_ in (line.split() for line in stub if line.startswith("from "))}

    def load(name: str) -> object:
        if name not in place:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        there[name] = getattr(__import__(place[name], fromlist=[name]), name)
        return there[name]

    return sorted(place), load, lambda: sorted({*there, *place})
