"""Step 6f, upkeep: hands set aside in a lake are judged again - what can be stored now becomes a part of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing

from msgspec.structs import replace

from histparse.judging.duplicates import digest as digest_of
from histparse.judging.hand_result import HandResult
from histparse.store.file.importer import BATCH
from histparse.store.lake.database import LakeDatabase
from histparse.store.lake.founding import check
from histparse.store.lake.manifests import Committed, commit, committed, latest
from histparse.store.lake.parts import write_part
from histparse.store.lake.place import Place, place_at
from histparse.store.lake.records import Manifest, Part, digest
from histparse.store.lake.settle import settle
from histparse.store.lake.soundness import require_sound
from histparse.store.lake.sweep import sweep
from histparse.store.lake.tally import new_findings
from histparse.store.rows.batch import Frames
from histparse.store.rows.filling import filled, in_batches
from histparse.store.summary import Summary
from histparse.store.upkeep.retry import texts_aside
from histparse.system.program import program
from histparse.system.workers import shared

Aside = tuple[str, int, str, str]
_ASIDE = ["path", "line", "code", "reason"]
Advance = Callable[[int], object]


def retry_lake(
    address: str, jobs: int, advancing: Callable[[int], Advance], before_commit: Callable[[], object] = int
) -> Summary:
    """Try the hands set aside in that lake again. A part of its own says what became of them, if it is anything new.

    Raises StoreError, WorkerError.
    """
    place, summary = place_at(address), Summary()
    check(place)
    with place.using():
        settle(place)  # an import may have been killed just before
        before = latest(place)
        require_sound(place, committed(place).written)
        with LakeDatabase(address) as database:
            texts, known = texts_aside(database), _reasons(database)
        advance, parts = advancing(len(texts)), list[Part]()
        turn = 1 + max((part.turn for part in committed(place).parts.values()), default=0)
        try:
            batches = [*in_batches(BATCH, (HandResult((), text) for text in texts))]
            with closing(shared(filled, batches, jobs)) as outcomes:
                for batch, frames in zip(batches, outcomes, strict=True):
                    _count(frames, summary)
                    if not _is_known(frames, known):
                        parts.append(_written(place, frames, batch, turn))
                    advance(sum(frames.files.values()))
            if parts:
                before_commit()
                commit(place, _manifest(committed(place), parts))
                settle(place)
            summary.findings = new_findings(place, before)
        finally:
            sweep(place)
    return summary


def _count(frames: Frames, summary: Summary) -> None:
    summary.hands += sum(frames.files.values())
    summary.stored += len(frames.tables["hands"])
    summary.tournaments += len(frames.tables["tournaments"])
    summary.skip(Counter(hand.game for hand in frames.skipped))
    summary.set_aside += len(frames.tables["set_aside"])


def _reasons(database: LakeDatabase) -> set[Aside]:
    with database.refusing():
        return set(database.connection.execute(f"SELECT {', '.join(_ASIDE)} FROM set_aside").fetchall())  # noqa: S608 - our names


def _is_known(frames: Frames, known: set[Aside]) -> bool:
    """Whether all of them are set aside again for the same reasons."""
    return (
        frames.tables["hands"].is_empty()
        and frames.tables["tournaments"].is_empty()
        and not frames.skipped
        and known.issuperset(frames.tables["set_aside"].select(_ASIDE).rows())
    )


def _written(place: Place, frames: Frames, batch: list[HandResult], turn: int) -> Part:
    """The part with what became of the hands of a batch."""
    tried = tuple((one.text.path, digest_of(one.text.text)) for one in batch if one.text is not None)
    name = digest([program(), turn, tried, len(frames.tables["hands"])])
    # Their files were not read: they count the hands they had.
    part = write_part(place, name, name, replace(frames, files=dict.fromkeys(frames.files, 0)))
    return replace(part, tried=tried, turn=turn)


def _manifest(there: Committed, parts: list[Part]) -> Manifest:
    """The parts belong to the readings of the files that the texts came from, besides the parts these have."""
    every = there.readings.values()
    found = {one.name: one for part in parts for path in part.hands for one in every if one.owns(path)}
    new = [
        replace(reading, parts=tuple(part.name for part in parts if any(map(reading.owns, part.hands))))
        for reading in found.values()
    ]
    return Manifest(tuple(parts), tuple(new))
