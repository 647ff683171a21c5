"""Step 5, store: a batch of judged hands as columns. A worker may fill one and hand its frames to another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import duckdb
import polars as pl
from msgspec import Struct
from msgspec.structs import asdict

from histparse.copies import digest
from histparse.events import Event
from histparse.findings import Finding, Severity
from histparse.flow import Case
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.store import rows
from histparse.store.database import make_tables
from histparse.store.recorder import Recorder, Row

TABLES = ("hands", "seats", "decisions", "draws", "showdowns", "findings", "set_aside")
LARGEST = 10**15
"""No amount of a real hand comes near: what is larger is a misprint, and sums of such could overflow."""


class Frames(Struct, frozen=True):
    """A finished batch: rows by table, with the number of the hand in the batch as `hand_key`. Can be pickled."""

    tables: dict[str, pl.DataFrame]
    files: dict[str, int]
    """Hands read by path, of other games too; 0 for a file in which no dialect knows a hand."""
    texts: list[str]
    """Text of each hand, by its number in the batch."""
    skipped: dict[tuple[str, str], int]
    """Hands of other games by path and game."""


class Rows:
    """Rows of one table, laid end to end: their dicts are gone as soon as the hand is, and columns are slices."""

    def __init__(self, table: str) -> None:
        self.types = columns()[table]
        self.names: list[str] = []
        self.values: list[Any] = []

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows that all have the same keys in the same order."""
        for row in rows:
            self.names = self.names or list(row)
            self.values += row.values()

    def frame(self) -> pl.DataFrame:
        """The rows as columns."""
        if not self.names:
            return pl.DataFrame(schema=self.types)
        width = len(self.names)
        return pl.DataFrame(
            [pl.Series(name, self.values[place::width], self.types[name]) for place, name in enumerate(self.names)]
        )


class Batch:
    """Collects judged hands. Make `watch` the witness of the replay, then `add` each case when it is judged."""

    def __init__(self) -> None:
        self.size = 0
        self._rows = {table: Rows(table) for table in TABLES}
        self._texts: list[str] = []
        self._files: Counter[str] = Counter()
        self._skipped: Counter[tuple[str, str]] = Counter()
        self._seen: Recorder | None = None

    def watch(self, table: Table, event: Event) -> None:
        """See one event before it is applied."""
        if self._seen is None or self._seen.table is not table:
            self._seen = Recorder(table)
        self._seen(event)

    def add(self, case: Case) -> None:
        """Take over what became of one hand, or of a stretch of text that is none."""
        key = None
        if case.text is not None:
            self.size += 1
            self._files[case.text.path] += 1
            key = self._place(case, case.text)
        else:
            self._files.update({finding.path: 0 for finding in case.findings})
        self._rows["findings"].add({"hand_key": key, **asdict(finding)} for finding in case.findings)

    def _place(self, case: Case, text: HandText) -> int | None:
        if case.skipped is not None:
            self._skipped[text.path, case.skipped] += 1
            return None
        if case.table is None:
            self._set_aside(case, text, *_cause(case.findings))
            return None
        seen = self._seen if self._seen and self._seen.table is case.table else Recorder(case.table)
        if reason := _unstorable(seen):
            self._set_aside(case, text, _cause(case.findings)[0], reason)
            return None
        return self._store(case.table, seen, text)

    def _set_aside(self, case: Case, text: HandText, code: str, reason: str) -> None:
        row = {
            "site": text.site,
            "hand_id": case.hand.header.hand_id if case.hand else None,
            "path": text.path,
            "line": text.line,
            "code": code,
            "reason": reason,
            "text": text.text,
            "digest": digest(text.text),
        }
        self._rows["set_aside"].add([row])

    def _store(self, table: Table, seen: Recorder, text: HandText) -> int:
        key = len(self._texts)
        rows.complete_draws(table, seen)
        rows.complete_decisions(seen)
        made = {
            "hands": [{"digest": digest(text.text), **rows.hand_row(table, seen)}],
            "seats": rows.seat_rows(table, seen),
            "decisions": seen.decisions,
            "draws": seen.draws,
            "showdowns": rows.showdown_rows(table, seen),
        }
        for name, new in made.items():
            for row in new:
                row["hand_key"] = key
            self._rows[name].add(new)
        self._texts.append(text.text)
        return key

    def frames(self) -> Frames:
        """The rows as columns of the types of analytics/schema."""
        tables = {table: made.frame() for table, made in self._rows.items()}
        return Frames(tables, dict(self._files), self._texts, dict(self._skipped))


def _unstorable(seen: Recorder) -> str | None:
    """Why the books of a judged hand cannot be kept; None when they can."""
    table, rake = seen.table, rows.rake(seen)
    if not table.complete and not seen.cancelled:
        return "the text is cut short: nobody knows how the hand ended"
    if seen.stated_rake is not None and rake != seen.stated_rake:
        return f"the players' nets add up to {-rake} and the rake to {seen.stated_rake} (1/100): they must balance"
    if rake < 0:
        return f"the players collect {-rake} (1/100) more than they put in"
    if any(max(player.start, player.paid, player.collected) > LARGEST for player in table.players):
        return f"an amount above {LARGEST:,} (1/100) is no amount"
    return None


def _cause(findings: tuple[Finding, ...]) -> tuple[str, str]:
    """Code and sentence of the weightiest finding."""
    order = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    worst = min(findings, key=lambda finding: order.index(finding.severity), default=None)
    return (worst.code, worst.message) if worst else ("SYN01", "no hand could be read here")


@cache
def columns() -> dict[str, dict[str, pl.DataType]]:
    """The columns of each table with their types, as DuckDB reads them in analytics/schema: no second list of them."""
    with duckdb.connect() as memory:
        make_tables(memory)
        return {table: dict(memory.table(table).limit(0).pl().schema) for table in TABLES}
