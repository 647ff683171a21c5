"""Beside step 6, watch: where hands go - a database or a lake, in use only for the moment of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from histparse.model.findings import FindingCounts
from histparse.watch.hands import HandLine

Some = TypeVar("Some")
Cut = Callable[[Path, int | None], Iterator[Some]]
"""What may be new in a file, or in its part before that byte."""
Each = Callable[[Cut[Any]], Iterator[Any]]  # Any: it passes on what it gets
"""That of all files that are ready."""


class ChangedError(Exception):
    """A file became another one while it was read: where its last hand began does not count any more."""


class Brought(Struct, frozen=True):
    """What an import brought."""

    hands: list[HandLine]
    """Those that are new."""
    stored: int
    findings: FindingCounts


class Target(Protocol):
    """A place for hands."""

    address: str

    def check(self) -> None:
        """Make it if need be. Raises StoreError for what cannot be used."""
        ...

    def owns(self, file: str) -> bool:
        """Whether that file, a path without links, is a part of it."""
        ...

    def take(self, each: Each) -> Brought:
        """Import all, or nothing. Raises StoreError, WorkerError, ChangedError."""
        ...
