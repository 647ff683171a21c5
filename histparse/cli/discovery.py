"""What is found, not listed: the modules of a package by their names. A new command or format is a new file."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType

from histparse.cli.usage_error import unknown


def names(package: ModuleType) -> list[str]:
    """The modules of the package, none of them loaded."""
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def pick(package: ModuleType, kind: str, name: str) -> ModuleType:
    """The module of that name. Raises UsageError, which calls it a `kind`."""
    if name not in names(package):
        raise unknown(kind, name, names(package))
    return import_module(f"{package.__name__}.{name}")
