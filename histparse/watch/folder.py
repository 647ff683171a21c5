"""Beside step 6, watch: when to look at a folder, which files are ready, and where the last hand of a file begins."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from time import sleep
from typing import NamedTuple

import watchfiles
from msgspec import Struct

from histparse import flow
from histparse.flow import judge_texts
from histparse.judging.engine import HandResult
from histparse.parsing.cutting import (
    Opening,
    Openings,
    Role,
    find_owning_site,
    openings_in_file_of_site,
    openings_in_shared_files,
)
from histparse.reader import HandText, open_file
from histparse.reader.source import HEAD, is_neither_archive_nor_mail
from histparse.reader.text import LONGEST, detect_encoding, replace_bom_and_no_break_spaces

FLOCK = 0.05
"""Seconds without an event after which a flock of them is over."""


def watch_for_changes(
    folders: list[str], interval_seconds: float, *, poll: bool, on_refusal: Callable[[str], object]
) -> Iterator[bool]:
    """Say at least every `interval_seconds` whether files may have changed; with `poll` the answer is always yes.

    Where the system has no file events, or no more of them, `on_refusal` gets the reason, and it polls from then on.
    """
    if not poll:
        try:
            yield from _watch_events(folders, round(interval_seconds * 1000))
        except (OSError, RuntimeError) as error:  # the library's own error is a RuntimeError
            on_refusal(str(error))
    while True:
        sleep(interval_seconds)
        yield True


def _watch_events(folders: list[str], milliseconds: int) -> Iterator[bool]:
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


# --- which files are ready --------------------------------------------------------------------------------------------

PATIENCE = 5
"""So many times as long as it takes a file to settle, one is left that never does."""
GIVEN_UP = 60.0
"""Seconds after which half a hand at the end of a file is read as it is: its writer has gone."""


class Extent(Enum):
    """The part of a file that is read."""

    BEFORE_LAST = 1
    """All but its last hand, which is still being written."""
    WHOLE_HANDS = 2
    """All but half a hand at its end."""
    ALL = 3


Shape = tuple[int, ...]
"""What changes when a file does: its inode, its bytes, when it was modified and when changed."""


class _File(Struct):
    """A file as it was seen last. Times are seconds of a clock that never goes back."""

    shape: Shape
    changed: float
    """When it had changed."""
    waiting: float
    """Since when something in it is not imported."""
    read: Extent | None = None
    """How much was read since it changed."""

    def which_hands_to_read(self, now: float, settle_seconds: float) -> Extent | None:
        """Decide how much of the file to read now; None: nothing."""
        quiet = now - self.changed
        if self.read is Extent.ALL:
            return None
        if quiet >= max(GIVEN_UP, settle_seconds):
            return Extent.ALL
        if self.read is Extent.WHOLE_HANDS:
            return None
        if quiet >= settle_seconds:
            return Extent.WHOLE_HANDS
        return Extent.BEFORE_LAST if now - self.waiting >= PATIENCE * settle_seconds else None


class Folder:
    """The files in folders, or the files named, from look to look."""

    def __init__(self, paths: list[str], settle: float, is_left_out: Callable[[str], bool] = lambda _: False) -> None:
        """`settle`: seconds without a change after which a file counts as written; `is_left_out`: paths left out."""
        self._paths = paths
        self._settle = settle
        self._is_left_out = is_left_out
        self._files: dict[Path, _File] = {}

    def __len__(self) -> int:
        return len(self._files)

    def has_read_all_but_half_hands(self) -> bool:
        """Nothing is left to be read but half hands."""
        return all(file.read in {Extent.WHOLE_HANDS, Extent.ALL} for file in self._files.values())

    def look_for_changes(self, now: float) -> None:
        """See which files there are and have changed. What cannot be looked at is not there."""
        shapes = dict(self._file_shapes())
        self._files = {path: self._updated_file(path, shape, now) for path, shape in shapes.items()}

    def parts_to_read_by_file(self, now: float) -> dict[Path, Extent]:
        """Select the files to read now, and how much of each."""
        extents = ((path, file.which_hands_to_read(now, self._settle)) for path, file in self._files.items())
        return {path: extent for path, extent in extents if extent}

    def mark_read(self, path: Path, extent: Extent, now: float) -> None:
        """Note that so much of a file was read, as it was at the last look."""
        file = self._files[path]
        file.waiting = now
        if extent is not Extent.BEFORE_LAST:
            file.read = extent

    def _updated_file(self, path: Path, shape: Shape, now: float) -> _File:
        previous = self._files.get(path)
        if previous is None:
            return _File(shape, now, now)
        if previous.shape == shape:
            return previous
        return _File(shape, now, now if previous.read else previous.waiting)

    def _file_shapes(self) -> Iterator[tuple[Path, Shape]]:
        for file in self._list_files():
            try:
                status = file.stat()
            except OSError:
                continue
            if not self._is_left_out(str(file.resolve())):
                yield file, (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def _list_files(self) -> list[Path]:
        try:
            return flow.list_files(self._paths, lambda _: None)
        except OSError:  # the folder itself has gone, perhaps for a moment
            return []


# --- where the last hand begins ---------------------------------------------------------------------------------------

TAIL = 4 * LONGEST
"""Bytes at the end of a file in which its last hand begins: no character takes more than four."""
_LINE_END = re.compile(r"\r\n?|\n")


class _Last(NamedTuple):
    """The last thing that begins in a file."""

    opening: Opening
    byte: int
    text: str


def find_end_byte_of_extent(path: Path, extent: Extent, site: str | None) -> int | None:
    """The byte before which that much of the file is; None: it is all of it. Raises FileError.

    Archives, and files in which no hand begins, have no such byte.
    """
    if extent is Extent.ALL:
        return None
    last = _find_last_opening(path, site)
    if last is None or (extent is Extent.WHOLE_HANDS and _is_last_hand_whole(last, path)):
        return None
    return last.byte


def _is_last_hand_whole(last: _Last, path: Path) -> bool:
    """Whether a hand ends, with a whole line, or is no hand at all."""
    if last.opening.role is not Role.HAND:
        return True
    if not last.text.endswith("\n"):
        return False
    text = HandText(str(path), 1, last.text, last.opening.site)
    (result,) = judge_texts([HandResult((), text)])
    if result.table is None:
        return result.skipped is not None
    return result.table.complete or result.table.hand.cancelled


def _find_last_opening(path: Path, site: str | None) -> _Last | None:
    with open_file(path) as file:
        head = file.read(HEAD)
        known = detect_encoding(head) if is_neither_archive_nor_mail(head) else None
        if known is None:
            return None
        size = file.seek(0, io.SEEK_END)
        begin = max(size - TAIL, 0) // 4 * 4  # within no character of UTF-16
        file.seek(begin)
        data = file.read(size - begin)
    errors = "surrogateescape" if known.codec == "utf-8" else "surrogatepass"
    raw = (data if known.codec == "utf-8" else data[: len(data) // 2 * 2]).decode(known.codec, errors)
    text = replace_bom_and_no_break_spaces(io.IncrementalNewlineDecoder(None, translate=True).decode(raw))
    last = _last_opening_in_text(text, _known_openings(head.decode(known.codec, "replace"), site))
    if last is None:
        return None
    opening, position = last
    byte = begin + len(raw[: _index_after_lines(raw, text.count("\n", 0, position))].encode(known.codec, errors))
    return _Last(opening, byte, text[position:])


def _known_openings(beginning: str, site: str | None) -> Openings:
    whole = find_owning_site(beginning, site)
    return openings_in_file_of_site(whole) if whole else openings_in_shared_files(site)


def _last_opening_in_text(text: str, known: Openings) -> tuple[Opening, int] | None:
    """Find the last opening, and at which character it is; None: there is none."""
    last = None
    for last in known.finditer("\n" + text):  # noqa: B007 - only the last one counts
        pass
    return (known.opening_at(last), last.start()) if last else None


def _index_after_lines(raw_text: str, line_count: int) -> int:
    """The character at which the line after that many line ends begins."""
    place = 0
    for _, end in zip(range(line_count), _LINE_END.finditer(raw_text), strict=False):
        place = end.end()
    return place
