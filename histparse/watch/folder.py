"""Beside step 6, watch: when to look at a folder, and which files are ready, by how they change from look to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from time import sleep
from typing import NamedTuple

import watchfiles
from msgspec import Struct

from histparse import flow

FLOCK = 0.05
"""Seconds without an event after which a flock of them is over."""


def wakes(folders: list[str], seconds: float, *, poll: bool, refused: Callable[[str], object]) -> Iterator[bool]:
    """Say at least every `seconds` whether files may have changed; with `poll` the answer is always yes.

    Where the system has no file events, or no more of them, `refused` gets the reason, and it polls from then on.
    """
    if not poll:
        try:
            yield from _by_events(folders, round(seconds * 1000))
        except (OSError, RuntimeError) as error:  # the library's own error is a RuntimeError
            refused(str(error))
    while True:
        sleep(seconds)
        yield True


def _by_events(folders: list[str], milliseconds: int) -> Iterator[bool]:
    events = watchfiles.watch(
        *folders,
        watch_filter=None,
        debounce=milliseconds,
        step=round(FLOCK * 1000),
        rust_timeout=milliseconds,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    yield from map(bool, events)


PATIENCE = 5
"""So many times as long as it takes a file to settle, one is left that never does."""
GIVEN_UP = 60.0
"""Seconds after which half a hand at the end of a file is read as it is: its writer has gone."""


class Extent(Enum):
    """How much of a file is read."""

    BEFORE_LAST = 1
    """All but its last hand, which is still being written."""
    WHOLE_HANDS = 2
    """All but half a hand at its end."""
    ALL = 3


class Shape(NamedTuple):
    """What changes when a file does."""

    inode: int
    bytes: int
    modified: int
    changed: int


class _File(Struct):
    """A file as it was seen last. Times are seconds of a clock that never goes back."""

    shape: Shape
    changed: float
    """When it had changed."""
    waiting: float
    """Since when something in it is not imported."""
    read: Extent | None = None
    """How much was read since it changed."""

    def extent(self, now: float, settle: float) -> Extent | None:
        """How much of it is to be read now; None: nothing."""
        quiet = now - self.changed
        if self.read is Extent.ALL:
            return None
        if quiet >= max(GIVEN_UP, settle):
            return Extent.ALL
        if self.read is Extent.WHOLE_HANDS:
            return None
        if quiet >= settle:
            return Extent.WHOLE_HANDS
        return Extent.BEFORE_LAST if now - self.waiting >= PATIENCE * settle else None


class Folder:
    """The files in folders, or the files named, from look to look."""

    def __init__(self, paths: list[str], settle: float, without: Callable[[str], bool] = lambda _: False) -> None:
        """`settle`: seconds without a change after which a file counts as written; `without`: paths left out."""
        self._paths = paths
        self._settle = settle
        self._without = without
        self._files: dict[Path, _File] = {}

    def __len__(self) -> int:
        return len(self._files)

    def is_settled(self) -> bool:
        """Nothing is left to be read but half hands."""
        return all(file.read in {Extent.WHOLE_HANDS, Extent.ALL} for file in self._files.values())

    def look(self, now: float) -> None:
        """See which files there are and have changed. What cannot be looked at is not there."""
        shapes = dict(self._shapes())
        self._files = {path: self._seen(path, shape, now) for path, shape in shapes.items()}

    def ready(self, now: float) -> dict[Path, Extent]:
        """How much of which files is to be read now."""
        found = ((path, file.extent(now, self._settle)) for path, file in self._files.items())
        return {path: extent for path, extent in found if extent}

    def done(self, path: Path, extent: Extent, now: float) -> None:
        """Note that so much of a file was read, as it was at the last look."""
        file = self._files[path]
        file.waiting = now
        if extent is not Extent.BEFORE_LAST:
            file.read = extent

    def _seen(self, path: Path, shape: Shape, now: float) -> _File:
        before = self._files.get(path)
        if before is None:
            return _File(shape, now, now)
        if before.shape == shape:
            return before
        return _File(shape, now, now if before.read else before.waiting)

    def _shapes(self) -> Iterator[tuple[Path, Shape]]:
        for file in self._found():
            try:
                status = file.stat()
            except OSError:
                continue
            if not self._without(str(file.resolve())):
                yield file, Shape(status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def _found(self) -> list[Path]:
        try:
            return flow.files(self._paths, lambda _: None)
        except OSError:  # the folder itself has gone, perhaps for a moment
            return []
