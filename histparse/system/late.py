"""Libraries that are loaded when a function uses them, for they take long and most commands need none: `late.duckdb`.

Type checkers read `late.pyi`. `api` and `cli` have such a table of their own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType

MODULES = {
    "duckdb": "duckdb",
    "email": "email",
    "optimize": "scipy.optimize",
    "platformdirs": "platformdirs",
    "polars": "polars",
    "policy": "email.policy",
    "sparse": "scipy.sparse",
    "special": "scipy.special",
    "stats": "scipy.stats",
    "streams": "histparse.system.streams",
    "typst": "typst",
}


def loader(table: str, modules: Mapping[str, str]) -> Callable[[str], ModuleType]:
    """Make the `__getattr__` of that module (see PEP 562), which loads these modules, by their names there."""

    # Loading is half of a small command, so modules wait until one of their names is used.
    def load(name: str) -> ModuleType:
        if name not in modules:
            raise AttributeError(f"module {table!r} has no attribute {name!r}")
        return import_module(modules[name])

    return load


__getattr__ = loader(__name__, MODULES)
