"""Step 6e, lake: removes what no manifest names - files of imports that were killed, or that others have replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable

from histparse.store.lake.manifests import committed, latest, manifest_file
from histparse.store.lake.place import Place
from histparse.store.lake.records import NOTES, WHOLE
from histparse.store.observe.row_buffer import HANDS

_NAME = r"(?:\d{8}-)?[0-9a-f]{32}"
_OURS = re.compile(
    rf"(?:{'|'.join(HANDS)})/site=[^/]+/month=[^/]+/{_NAME}\.parquet"
    rf"|parts/(?:{'|'.join(NOTES)})/{_NAME}\.parquet"
    rf"|(?:{'|'.join(WHOLE)})/{_NAME}\.parquet"
    rf"|(?:manifests|snapshots)/{_NAME}\.json"
    r"|(?:.+/)?\.[0-9a-f]{32}\.part"
)
"""The names of our files: anything else in the folder is none of our business."""


def sweep(place: Place) -> int:
    """Remove them, unless somebody else may need them; returns how many. Call it while `using`. Raises StoreError."""
    with place.sweepable() as names:
        if names is None:
            return 0
        going = unneeded(place, names)
        for name in going:
            place.remove(name)
    return len(going)


def unneeded(place: Place, names: Iterable[str]) -> list[str]:
    """Our files that no manifest names, nor the latest snapshot."""
    ours = [name for name in names if _OURS.fullmatch(name)]  # listed first: what is committed meanwhile is needed
    there = needed(place)
    return [name for name in ours if name not in there]


def needed(place: Place) -> set[str]:
    """All files that count. Raises StoreError."""
    there, snapshot = committed(place), latest(place)
    found = {manifest_file(name) for name in there.manifests}
    found.update(there.written)
    if snapshot:
        found.update([snapshot.file(), *snapshot.written()])
    return found
