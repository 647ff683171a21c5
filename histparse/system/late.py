"""Libraries that are loaded when a function uses them, for they take long and most commands need none: `late.duckdb`.

Type checkers read `late.pyi`. `api` and `cli` have such a table of their own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

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


def make_module_getattr(module_name: str, targets_by_name: Mapping[str, str]) -> Callable[[str], Any]:
    """Make the `__getattr__` of that module (see PEP 562), which loads what it is asked for.

    `targets_by_name`: a module for each name, or a name within a module, as in `polars` and `polars:DataFrame`.
    """

    # Loading is half of a small command, so modules wait until one of their names is used.
    def load(name: str) -> Any:
        if name not in targets_by_name:
            raise AttributeError(f"module {module_name!r} has no attribute {name!r}")
        module, _, attribute = targets_by_name[name].partition(":")
        loaded = import_module(module)
        return getattr(loaded, attribute) if attribute else loaded

    return load


__getattr__ = make_module_getattr(__name__, MODULES)
