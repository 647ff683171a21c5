"""Beside step 6, watch: the loop - look, import what is ready, wait; what passes is waited for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from histparse import flow
from histparse.judging.engine import HandResult
from histparse.model.findings import FindingCounts
from histparse.store import StoreError
from histparse.store.database.connection import BUSY, FULL
from histparse.system.workers import WorkerError
from histparse.watch.folder import Extent, Folder, find_end_byte_of_extent, watch_for_changes
from histparse.watch.target import Cut, HandLine, Target

ANYHOW = 10.0
"""Seconds after which it looks even without an event: network drives have none."""
AGAIN = 5
"""So many times as long as it takes a file to settle, it waits after the database could not be written."""
PASSING = (FULL, BUSY)


class ChangedError(Exception):
    """A file became another one while it was read: where its last hand began does not count any more."""


@contextmanager
def _raising_if_replaced_or_cut(path: Path) -> Iterator[None]:
    """Raises ChangedError when the file was replaced or cut short in the block. That it grows does not matter."""
    try:
        status_before = path.stat()
        yield
        status_after = path.stat()
    except FileNotFoundError as error:
        raise ChangedError from error
    if status_after.st_ino != status_before.st_ino or status_after.st_size < status_before.st_size:
        raise ChangedError


class Watcher:
    """Watches folders or files, and imports into one database."""

    def __init__(self, paths: list[str], into: Target, *, settle: float = 1.0, poll: bool = False) -> None:
        """`settle`: seconds without a change after which a file counts as written; `poll`: use no file events."""
        self._paths, self._into, self._settle, self._poll = paths, into, settle, poll
        self.folder = Folder(paths, settle, is_left_out=into.owns)
        self.stored = 0
        """How many hands were stored so far."""
        self.findings = FindingCounts()
        self.on_trouble: Callable[[str], object] = lambda _: None
        """Gets a sentence for what goes wrong and is waited for, once each time it begins."""
        self._unreadable: set[str] = set()
        self._trouble: str | None = None
        """What was in the way the last time."""
        self._resume_at = 0.0
        self._is_unpublished = False
        """Whether there are hands that the copy lacks, and when to publish them, if that has failed."""
        self._publish_at = 0.0

    def run(self) -> Generator[list[HandLine], None, None]:
        """Watch for ever; yields the hands of each import that stored any. Raises StoreError for what does not pass."""
        looked = monotonic() - ANYHOW
        for is_changed in watch_for_changes(
            self._paths, self._settle / 2, poll=self._poll, on_refusal=self._tell_why_it_polls
        ):
            now = monotonic()
            if is_changed or not self.folder.has_read_all_but_half_hands() or now - looked >= ANYHOW:
                looked = now
                yield from self._import_and_publish_if_due(now)

    def _import_and_publish_if_due(self, now: float) -> Iterator[list[HandLine]]:
        self.folder.look_for_changes(now)
        ready = self.folder.parts_to_read_by_file(now)
        hands = self._import_or_wait(ready) if ready and now >= self._resume_at else []
        if self._is_unpublished and now >= self._publish_at:
            self._publish_or_retry_later(now)
        if hands:
            yield hands

    def _import_or_wait(self, ready: dict[Path, Extent]) -> list[HandLine]:
        """The new hands, if nothing comes between. Raises StoreError for what does not pass."""
        try:
            hands = self._import_and_mark_read(ready)
        except ChangedError:
            return []
        except (StoreError, WorkerError) as error:
            if isinstance(error, StoreError) and not str(error).endswith(PASSING):
                raise
            self._resume_at = monotonic() + AGAIN * self._settle
            self._tell_trouble_once(error.to_users if isinstance(error, StoreError) else str(error))
            return []
        self._trouble = None
        self._is_unpublished = self._into.copy is not None
        return hands

    def _publish_or_retry_later(self, now: float) -> None:
        try:
            self._into.publish()
        except StoreError as error:
            self._publish_at = now + AGAIN * self._settle
            self._tell_trouble_once(error.to_users)
            return
        self._is_unpublished = False
        self._trouble = None

    def _import_and_mark_read(self, ready: dict[Path, Extent]) -> list[HandLine]:
        read: dict[Path, Extent] = {}

        def read_files(cut: Cut) -> Iterator[HandResult]:
            return flow.run_for_each(
                [*ready], lambda path: self._cut_file(cut, path, ready[path], read), self._report_unreadable_once
            )

        hands, summary = self._into.import_hands(read_files)
        for path in ready:
            self.folder.mark_read(path, read.get(path, Extent.ALL), monotonic())
        self.stored += summary.stored
        self.findings += summary.findings
        return hands

    def _cut_file(self, cut: Cut, path: Path, extent: Extent, extents_read: dict[Path, Extent]) -> Iterator[HandResult]:
        """Yield a file's hands to that extent, noted in `extents_read`. An unreadable file waits for a change."""
        with _raising_if_replaced_or_cut(path):
            end = find_end_byte_of_extent(path, extent, self._into.site)
            yield from cut(path, end)
        extents_read[path] = Extent.ALL if end is None and extent is Extent.WHOLE_HANDS else extent

    def _report_unreadable_once(self, error: OSError) -> None:
        """Name a file that cannot be read, once. One that is not there was renamed, and is read under its new name."""
        if error.filename not in self._unreadable and Path(error.filename).exists():
            self._unreadable.add(error.filename)
            self.on_trouble(f"cannot read {error.filename}: {error.strerror}")

    def _tell_trouble_once(self, reason: str) -> None:
        if reason != self._trouble:
            self.on_trouble(f"{reason}; trying again until it works")
        self._trouble = reason

    def _tell_why_it_polls(self, reason: str) -> None:
        self.on_trouble(f"no file events here ({reason}): looking every {self._settle / 2:g} seconds instead")
