"""Packages hidden from another that is being loaded: it would load them too, and nothing of that is needed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from threading import get_ident
from types import ModuleType


@contextmanager
def hidden(*packages: str) -> Iterator[None]:
    """To this thread, within this block, the packages seem not to be installed, unless they are loaded already."""
    hiding = _Hiding(packages)
    sys.meta_path.insert(0, hiding)
    try:
        yield
    finally:
        sys.meta_path.remove(hiding)


class _Hiding(MetaPathFinder):
    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = packages
        self._thread = get_ident()

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> None:
        if fullname in self._packages and get_ident() == self._thread:
            raise ModuleNotFoundError(f"{fullname} is hidden", name=fullname)
