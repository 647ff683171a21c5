"""Step 6e, lake: how an import went, told by the snapshots before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from io import BytesIO

import polars as pl

from histparse.model.findings import FindingCounts
from histparse.store.lake.manifests import latest, paths_of
from histparse.store.lake.place import Place
from histparse.store.lake.records import Reading, Snapshot
from histparse.store.observe.columns import columns
from histparse.store.summary import Summary


class Tally:
    """Compares a lake with what it is now."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._before = latest(place)

    def finish(self, summary: Summary, readings: Iterable[Reading]) -> None:
        """Note the figures of these readings, unchanged files included. A hand set aside counts at its first place."""
        readings = list(readings)
        after, paths = latest(self._place), paths_of(readings)
        summary.hands = sum(number for one in readings for number in one.hands.values())
        summary.stored = max(_hands(after) - _hands(self._before), 0)
        skipped = self._rows(after, "skipped").filter(pl.col("path").is_in(paths))
        summary.skip(Counter(skipped["game"]))
        aside = len(self._rows(after, "set_aside").filter(pl.col("path").is_in(paths)))
        rest = summary.hands - summary.stored - len(skipped)
        summary.set_aside = min(aside, rest)
        summary.duplicates = rest - summary.set_aside
        summary.findings = self.findings()

    def findings(self) -> FindingCounts:
        """Those that it did not have before."""
        now, before = (self._rows(one, "findings") for one in (latest(self._place), self._before))
        new = now.join(before, on=["path", "line", "code", "message"], how="anti")
        return FindingCounts.of(new["severity"])

    def _rows(self, snapshot: Snapshot | None, table: str) -> pl.DataFrame:
        if snapshot is None:
            return pl.DataFrame(schema=columns()[table])
        return pl.read_parquet(BytesIO(self._place.read(snapshot.whole(table))))


def _hands(snapshot: Snapshot | None) -> int:
    return sum(cell.hands for cell in snapshot.cells) if snapshot else 0
