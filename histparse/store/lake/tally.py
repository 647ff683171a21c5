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


def count(summary: Summary, place: Place, before: Snapshot | None, readings: Iterable[Reading]) -> None:
    """Note the figures of these readings, unchanged files included. A hand set aside counts at its first place.

    `before`: the snapshot before the import.
    """
    readings = list(readings)
    after, paths = latest(place), paths_of(readings)
    summary.hands = sum(number for one in readings for number in one.hands.values())
    summary.stored = max(_hands(after) - _hands(before), 0)
    summary.tournaments = max(len(_rows(place, after, "tournaments")) - len(_rows(place, before, "tournaments")), 0)
    skipped = _rows(place, after, "skipped").filter(pl.col("path").is_in(paths))
    summary.skip(Counter(skipped["game"]))
    aside = len(_rows(place, after, "set_aside").filter(pl.col("path").is_in(paths)))
    rest = summary.hands - summary.stored - summary.tournaments - len(skipped)
    summary.set_aside = min(aside, rest)
    summary.duplicates = rest - summary.set_aside
    summary.findings = new_findings(place, before)


def new_findings(place: Place, before: Snapshot | None) -> FindingCounts:
    """The findings that the lake did not have in that snapshot."""
    now, then = (_rows(place, one, "findings") for one in (latest(place), before))
    return FindingCounts.of(now.join(then, on=["path", "line", "code", "message"], how="anti")["severity"])


def _rows(place: Place, snapshot: Snapshot | None, table: str) -> pl.DataFrame:
    if snapshot is None:
        return pl.DataFrame(schema=columns()[table])
    return pl.read_parquet(BytesIO(place.read(snapshot.whole(table))))


def _hands(snapshot: Snapshot | None) -> int:
    return sum(cell.hands for cell in snapshot.cells) if snapshot else 0
