"""Step 6e, lake: the manifests that are there, and what they say together; whoever comes first, it is the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec.structs import replace

from histparse.store.lake.place import Place, record_in
from histparse.store.lake.records import Manifest, Part, Reading, Snapshot, in_json

MANIFESTS, SNAPSHOTS = "manifests", "snapshots"
_WHAT = "a manifest of this program"


class Committed:
    """The manifests of a lake at one moment."""

    def __init__(self, manifests: Mapping[str, Manifest]) -> None:
        """`manifests`: by name, those that others repeat left out."""
        repeated = {name for manifest in manifests.values() for name in manifest.replaces}
        self.manifests = {name: manifests[name] for name in sorted(manifests) if name not in repeated}

    @property
    def number(self) -> int:
        """The number of its snapshot."""
        return sum(manifest.weight for manifest in self.manifests.values())

    @cached_property
    def parts(self) -> dict[str, Part]:
        """All parts by name."""
        return {part.name: part for manifest in self.manifests.values() for part in manifest.parts}

    @cached_property
    def written(self) -> dict[str, str]:
        """The files of all parts with their digests."""
        return {file: digest for part in self.parts.values() for file, digest in part.written().items()}

    @cached_property
    def outdated(self) -> set[str]:
        """Names of readings that gave way to others."""
        return {name for manifest in self.manifests.values() for name in manifest.outdated}

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The readings that count, by name."""
        found: dict[str, Reading] = {}
        for manifest in self.manifests.values():
            for reading in manifest.readings:
                if reading.name not in self.outdated:
                    before = found.get(reading.name, reading)
                    parts = tuple(sorted({*before.parts, *reading.parts}))
                    found[reading.name] = replace(
                        min(before, reading, key=lambda one: one.imported_at.isoformat()), parts=parts
                    )
        return found

    @cached_property
    def dead(self) -> list[tuple[Part, str]]:
        """Parts, each with a path of which its rows do not count."""
        by_part: defaultdict[str, list[Reading]] = defaultdict(list)
        for reading in self.readings.values():
            for part in reading.parts:
                by_part[part].append(reading)
        return [
            (part, path)
            for part in self.parts.values()
            for path in part.hands
            if not any(reading.owns(path) for reading in by_part[part.name])
        ]


def committed(place: Place) -> Committed:
    """The manifests that are there now. Raises StoreError."""
    files = {file.removeprefix(f"{MANIFESTS}/").removesuffix(".json"): file for file in _files(place, MANIFESTS)}
    return Committed({name: record_in(place, file, Manifest, _WHAT) for name, file in files.items()})


def commit(place: Place, manifest: Manifest) -> None:
    """Let it count from now on."""
    place.write(manifest_file(manifest.name), in_json(manifest))


def manifest_file(name: str) -> str:
    """The file of the manifest with that name."""
    return f"{MANIFESTS}/{name}.json"


def latest(place: Place) -> Snapshot | None:
    """The latest snapshot; None if nothing was committed yet. Raises StoreError."""
    files = _files(place, SNAPSHOTS)
    return snapshot_in(place, files[-1]) if files else None


def snapshot_in(place: Place, file: str) -> Snapshot:
    """The snapshot in that file. Raises StoreError."""
    return record_in(place, file, Snapshot, "a snapshot of this program")


def paths_of(readings: Iterable[Reading]) -> set[str]:
    """The paths of all rows of these readings."""
    return {path for reading in readings for path in reading.hands}


def _files(place: Place, folder: str) -> list[str]:
    """The records there, but for those that are being written."""
    names = (name for name in place.names(folder) if name.endswith(".json"))
    return [name for name in names if not name.rpartition("/")[2].startswith(".")]
