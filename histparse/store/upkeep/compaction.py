"""Step 6d, upkeep: writes a database anew without the space that removed rows left."""

from __future__ import annotations

import os
from pathlib import Path

from histparse.store.lake import compact as lake
from histparse.store.lake.place import place_at
from histparse.store.upkeep.beside import written_anew
from histparse.store.write.database import Database


def compact(path: str) -> tuple[int, int]:
    """Write the file anew; its bytes before and after. Raises StoreError, and the file is then as it was."""
    with Database(path):  # refuses what is not ours, and merges the log
        pass
    target = Path(os.path.realpath(path))
    before = target.stat().st_size
    with written_anew(path, "compacting"):
        pass
    return before, target.stat().st_size


def compact_lake(address: str) -> tuple[int, int]:
    """The same for a lake."""
    place = place_at(address)
    before = sum(place.sizes().values())
    lake.compact(address)
    return before, sum(place.sizes().values())
