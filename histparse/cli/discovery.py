"""Finds commands and formats by the names of their modules, so a new one is simply a new file."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType

from histparse.cli.usage_error import unknown


def names(package: ModuleType) -> list[str]:
    """The names of the package's modules; none is loaded."""
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def pick(package: ModuleType, kind: str, name: str) -> ModuleType:
    """The module of that name. Raises UsageError, naming the `kind`, when there is none."""
    if name not in names(package):
        raise unknown(kind, name, names(package))
    return import_module(f"{package.__name__}.{name}")
