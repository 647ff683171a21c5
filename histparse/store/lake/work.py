"""Step 6e, lake: the unit of work - a task and the address of a lake become parts in it - and who does it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from io import BufferedReader

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse.flow import cut_text
from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding
from histparse.model.text_codes import SYN09
from histparse.reader import BEGINNING, FileError, Text, opened
from histparse.reader.source import HEAD, Source, is_archive, unpacked
from histparse.reader.text import BLOCK, encoding
from histparse.store.database.connection import StoreError
from histparse.store.lake.parts import write_part
from histparse.store.lake.pieces import Piece, Task
from histparse.store.lake.place import Place, place_at
from histparse.store.lake.records import Part, digest
from histparse.store.rows.filling import filled, in_batches
from histparse.system.program import program
from histparse.system.workers import WorkerError, shared

BATCH = 4_500
"""Short hands of a part: three times as many as are inserted into a database at once, because files should be large."""


class Work(Struct, frozen=True):
    """A task and where its result goes."""

    task: Task
    lake: str
    """The address of the lake."""
    program: str
    """Who cut the files: no other version may read them."""
    mark: str | None = None
    """A file that only this lake has, to tell it from another at the same address of another machine."""


class Done(Struct, frozen=True):
    """What a task became."""

    task: str
    read: tuple[str, ...] = ()
    """The path of each of its pieces."""
    parts: tuple[Part, ...] = ()
    broken: tuple[Finding, ...] = ()
    """Archives that could not be read."""
    foreign: bool = True
    """Whether no hand of a known site was seen, intact or broken."""
    unread: tuple[tuple[str, int | None, str], ...] = ()
    """Files left out because they could not be read: where they are, number of the error, and why."""
    bytes: int = 0
    """What it was about, for the progress."""
    findings: int = 0
    """Before it is seen together with the rest."""

    @property
    def hands(self) -> int:
        """Hands read, other games included."""
        return sum(number for part in self.parts for number in part.hands.values())


Workers = Callable[[Iterable[Work]], Generator[Done, None, None]]
"""What does works; the outcomes come in any order."""


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Workers]:
    """So many processes, or all workers of the Dask scheduler at that address. Raises WorkerError."""
    if scheduler is None:
        yield lambda works: shared(done, works, jobs)
        return
    try:
        from histparse.store.lake import cluster  # noqa: PLC0415 - an optional dependency, which takes a second to load
    except ImportError as error:
        raise WorkerError("--scheduler needs Dask: pip install 'histparse[cluster]'") from error
    with cluster.connected(scheduler) as client:
        yield partial(cluster.outcomes, client)


def done(work: Work) -> Done:
    """Read, judge and write; the outcome depends on the task alone. Raises StoreError.

    A file that cannot be read is left out, as if the task were without it.
    """
    task, place = work.task, place_at(work.lake)
    _check_here(work, place)
    unread: list[tuple[str, int | None, str]] = []
    with place.using():
        while True:
            try:
                size = sum((piece.end or 0) - piece.start for piece in work.task.pieces)
                return replace(_done(task, place), unread=tuple(unread), bytes=size)
            except FileError as error:
                where = str(error.filename)
                unread.append((where, error.errno, str(error.strerror)))
                task = replace(task, pieces=tuple(piece for piece in task.pieces if piece.source != where))


def _check_here(work: Work, place: Place) -> None:
    """Raise StoreError where it cannot be done: by another program, or without the lake."""
    if work.program != program():
        raise StoreError("runs another histparse than the import; install the same everywhere")
    if work.mark is not None and not place.is_there(work.mark):
        raise StoreError(f"cannot reach the lake at {work.lake}; it must be where all workers find it by this address")


def _done(task: Task, place: Place) -> Done:
    parts: list[Part] = []
    broken: list[Finding] = []
    foreign, found = True, 0
    for number, batch in enumerate(in_batches(BATCH, _results(task))):
        broken += [one for result in batch for one in result.findings if one.code == SYN09.code]
        foreign &= all(result.text is None for result in batch)
        frames = filled(batch)
        found += len(frames.tables["findings"])
        parts.append(write_part(place, digest([task.name, number, pl.__version__]), task.name, frames))
    read = tuple(piece.path for piece in task.pieces)
    return Done(task.name, read, tuple(parts), tuple(broken), foreign, findings=found)


def _results(task: Task) -> Iterator[HandResult]:
    for piece in task.pieces:
        with opened(piece.source, piece.end) as file:
            _check(piece, file)
            for text in _texts(piece, file):
                yield from cut_text(text, task.site)


def _texts(piece: Piece, file: BufferedReader) -> Iterator[Text]:
    if piece.end is None:
        yield from map(Text, unpacked(piece.path, file))
    else:
        yield Text(Source(piece.path, file), piece.begins)


def _check(piece: Piece, file: BufferedReader) -> None:
    """Raise FileError if the bytes are no longer those the task is about. Leaves the file where they begin."""
    file.seek(piece.start)
    found = sha256()
    if _is_text(file) or piece.begins != BEGINNING:
        while data := file.read(BLOCK):
            found.update(data)
    else:
        found.update(file.read(HEAD))
    if found.hexdigest() != piece.digest:
        raise FileError(None, "it changed while it was read", piece.source)
    file.seek(piece.start)


def _is_text(file: BufferedReader) -> bool:
    head = file.peek(HEAD)[:HEAD]
    return is_archive(head) or encoding(head) is not None
