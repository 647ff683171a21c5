"""How findings are written: one module per format, found by its file name; its `write` takes findings one by one."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TextIO

from histparse.cli.refusal import unknown
from histparse.findings import Finding

Writer = Callable[[Iterable[Finding], TextIO], None]


def names() -> list[str]:
    """The formats there are."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def writer(name: str) -> Writer:
    """The function that writes that format. Raises Refusal for a format that is not there."""
    if name not in names():
        raise unknown("format", name, names())
    found: Writer = import_module(f"{__name__}.{name}").write
    return found
