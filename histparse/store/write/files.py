"""Step 6c, write: the table `files` - which files were read, and how many of their hands are stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.store.rows.batch import Frames
from histparse.store.write.insert import append


class Files:
    """The files of one import."""

    def __init__(self) -> None:
        self._hands: Counter[str] = Counter()
        self._skipped: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._hands)

    def add(self, frames: Frames) -> None:
        """Count what was read of each file in a batch."""
        self._hands.update(frames.files)
        for (path, _), count in frames.skipped.items():
            self._skipped[path] += count

    def write(self, connection: DuckDBPyConnection, changed: Collection[str]) -> None:
        """Write rows for files that are new or brought something new, and recount the hands of those `changed`."""
        known = {path for (path,) in connection.execute("SELECT path FROM files").fetchall()}
        now = datetime.now(UTC).replace(tzinfo=None)
        frame = pl.DataFrame(
            [
                {"path": path, "imported_at": now, "hands": hands, "skipped": self._skipped[path]}
                | {"stored": 0, "set_aside": 0}
                for path, hands in self._hands.items()
                if path not in known or path in changed
            ]
        )
        if not frame.is_empty():
            connection.execute("DELETE FROM files WHERE path IN (SELECT unnest(?))", [frame["path"].to_list()])
            append(connection, "files", frame)
        connection.execute(_COUNT, {"changed": list(changed)})


_COUNT = """
    UPDATE files SET
        stored = (SELECT count(*) FROM hands WHERE hands.path = files.path),
        set_aside = (SELECT count(*) FROM set_aside WHERE set_aside.path = files.path)
    WHERE path IN $changed
"""
