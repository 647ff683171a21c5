"""Step 6e, lake: an import - its tasks are done by whoever, and one manifest commits what they have written."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Self

import polars as pl
from msgspec.structs import replace

from histparse.reader import STDIN, FileError, opened
from histparse.store.database.connection import StoreError
from histparse.store.lake.compact import merge_beside
from histparse.store.lake.database import LakeDatabase
from histparse.store.lake.founding import found
from histparse.store.lake.manifests import Committed, commit, committed, latest
from histparse.store.lake.pieces import Inspected, Piece, Task, inspected, pieces, tasks
from histparse.store.lake.place import absolute, marked, place_at
from histparse.store.lake.records import Manifest, Part, Reading
from histparse.store.lake.settle import settle
from histparse.store.lake.soundness import require_sound
from histparse.store.lake.sweep import sweep
from histparse.store.lake.tally import count
from histparse.store.lake.work import Done, Work, workers
from histparse.store.names import Names
from histparse.store.settle.changes import not_stored
from histparse.store.settle.frames import column
from histparse.store.summary import Summary
from histparse.system.program import program


class LakeImport:
    """One import, used in a `with` statement: `cut` files into pieces, and `take` what becomes of them.

    Leaving the block commits; an exception, or a kill, leaves the lake as it was. Raises StoreError, WorkerError.
    """

    def __init__(
        self,
        address: str,
        site: str | None = None,
        *,
        jobs: int = 1,
        scheduler: str | None = None,
        again: bool = False,
    ) -> None:
        """`jobs`: processes, unless the workers of the Dask `scheduler` at that address do the work.

        `again`: read and judge everything, also what is known.
        """
        self.summary = Summary()
        self.before_commit: Callable[[], object] = lambda: None
        """Called at the last moment at which the import can be stopped."""
        self._place = place_at(address)
        self._site = site
        self._again = again
        self._jobs, self._scheduler = jobs, scheduler
        self._mark: str | None = None
        self._named: dict[str, Path] = {}
        """By where a file is, what it was named; those left out are taken out."""
        self._seen: dict[str, Inspected] = {}
        self._unchanged: list[Reading] = []
        self._waiting: Counter[str] = Counter()
        """By path, the pieces that are not done."""
        self._parts: defaultdict[str, list[Part]] = defaultdict(list)
        """By path, the parts with its rows."""
        self._is_reusing = False

    def __enter__(self) -> Self:
        self._began = perf_counter()
        with ExitStack() as held:
            self._do = held.enter_context(workers(self._jobs, self._scheduler))
            found(self._place)
            held.enter_context(self._place.using())
            self._spool = held.enter_context(TemporaryDirectory(prefix="histparse-"))
            self._before = committed(self._place)
            self._names = Names(one.path for one in self._before.readings.values())
            require_sound(self._place, self._before.written)
            self._snapshot = latest(self._place)
            if self._scheduler is not None:
                self._mark = held.enter_context(marked(self._place))
            self._held = held.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._held, ExitStack() as failing:
            failing.callback(self._sweep_if_possible)
            if kind is None:
                self._finish()
                failing.pop_all()
                sweep(self._place)

    def _sweep_if_possible(self) -> None:
        """After an error, which is what the user should hear of."""
        with suppress(StoreError):
            sweep(self._place)

    def cut(self, path: Path, end: int | None = None) -> Iterator[Piece]:
        """The pieces of a file, or of its part before that byte; none if it is unchanged. Raises FileError."""
        name = self._names.of(path)
        earlier = self._earlier(name)
        sizes = {one.bytes: one.digest for one in earlier if one.bytes is not None and one.digest is not None}
        file = self._regular(path)
        seen = inspected(file, sizes, end)
        ours = (one for one in earlier if one.program == program())
        same = [one for one in ours if seen.content and one.digest == seen.content.digest]
        if same and not self._again:
            self._unchanged += same
            return
        self._waiting[name] = 0
        self._named[str(file.absolute())] = path
        for piece in pieces(file, name, self._site, seen):
            self._waiting[name] += 1
            yield piece
        self._seen[name] = seen  # unless it fails before

    def take(self, pieces: Iterable[Piece]) -> Iterator[Done]:
        """Read, judge and write these pieces; yields each outcome, of which note is taken already."""
        with closing(self._do(self.works(tasks(self._site, pieces)))) as outcomes:
            for outcome in outcomes:
                self.add(outcome)
                yield outcome

    def works(self, tasks: Iterable[Task]) -> Iterator[Work]:
        """What is to be done. A task whose result is there needs not be done again: a file that grows brings some."""
        known: defaultdict[str, list[Part]] = defaultdict(list)
        for part in self._before.parts.values():
            known[part.task].append(part)
        for task in tasks:
            if task.name in known and not self._again and self._place.is_guarded:
                self._is_reusing = True
                self.add(Done(task.name, tuple(piece.path for piece in task.pieces), tuple(known[task.name])))
            else:
                yield Work(task, absolute(self._place.address), program(), self._mark)

    @property
    def knows_any(self) -> bool:
        """Whether hands of these files were known before."""
        return any(sum(one.hands.values()) for one in self._unchanged) or self._is_reusing

    def add(self, done: Done) -> None:
        """Take note of what a task became."""
        self._waiting.subtract(done.read)
        for path in done.read:
            self._parts[path] += done.parts

    def new_hands(self) -> list[int]:
        """The keys of hands that were not stored before. Call it within the block."""
        cells = {cell.file("hands") for parts in self._parts.values() for part in parts for cell in part.cells}
        read = [pl.read_parquet(BytesIO(self._place.read(cell)), columns=["hand_key"]) for cell in sorted(cells)]
        came = pl.concat([column("hand_key", []), *read])
        if latest(self._place) is None:
            return came["hand_key"].unique().to_list()
        with LakeDatabase(self._place.address) as database:
            return not_stored(database.connection, came)

    def left_out(self, done: Done) -> Iterator[FileError]:
        """The files that could not be read after all, each once, as they were named."""
        for where, number, why in done.unread:
            if named := self._named.pop(where, None):
                yield FileError(number, why, str(named))

    def _finish(self) -> None:
        now = datetime.now(UTC).replace(tzinfo=None)
        complete = [path for path in self._seen if not self._waiting[path]]
        readings = [self._reading(path, now) for path in complete]
        there = self._before.readings
        new = [one for one in readings if one.name not in there or one.parts != there[one.name].parts]
        manifest = self._manifest(new) if new else None
        self.before_commit()
        if manifest:
            commit(self._place, manifest)
        settle(self._place)
        count(self.summary, self._place, self._snapshot, [*readings, *self._unchanged])
        self.summary.finish(
            len({path for one in [*readings, *self._unchanged] for path in one.hands}),
            len({path for one in self._unchanged for path in one.hands}),
            perf_counter() - self._began,
        )
        if manifest:
            merge_beside(absolute(self._place.address), len(self._before.manifests) + 1)

    def _manifest(self, readings: list[Reading]) -> Manifest:
        # All parts of their tasks: whoever finds one of them later relies on the others.
        parts = {part.name: part for one in readings for part in self._parts[one.path]}
        outdated = sorted(old.name for one in readings for old in self._outdated(one))
        return Manifest(tuple(parts.values()), tuple(readings), tuple(outdated))

    def _outdated(self, new: Reading) -> Iterator[Reading]:
        """Readings of the same file that this one repeats, perhaps with more behind."""
        begins_as = self._seen[new.path].begins_as
        for old in self._earlier(new.path):
            if old.name != new.name and (old.digest == new.digest or old.digest in begins_as):
                yield old

    def _reading(self, path: str, now: datetime) -> Reading:
        content = self._seen[path].content
        size, digest = content or (None, None)
        made = Reading(path, self._site, program(), size, digest, now, 0, {}, ())
        made = replace(made, turn=_turn(made, self._before))
        parts = [part for part in self._parts[path] if any(map(made.owns, part.hands))]
        hands: Counter[str] = Counter()
        for part in {part.name: part for part in parts}.values():
            hands.update({path: number for path, number in part.hands.items() if made.owns(path)})
        return replace(made, hands=dict(hands), parts=tuple(sorted({part.name for part in parts})))

    def _earlier(self, path: str) -> list[Reading]:
        return [one for one in self._before.readings.values() if one.path == path and one.site == self._site]

    def _regular(self, path: Path) -> Path:
        """The file, or a copy of what comes out of a pipe."""
        if path is not STDIN and path.is_file():
            return path
        if self._scheduler is not None:
            raise FileError(None, "not a file that other machines could read", str(path))
        copy = Path(self._spool) / str(len(self._waiting))
        with opened(path) as stream, copy.open("wb") as file:
            shutil.copyfileobj(stream, file)
        return copy


def _turn(reading: Reading, there: Committed) -> int:
    """How often the same reading gave way to another."""
    turn = 0
    while replace(reading, turn=turn).name in there.outdated:
        turn += 1
    return turn
