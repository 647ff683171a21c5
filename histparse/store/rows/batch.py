"""Step 6b, rows: a batch of judged hands as columns. A worker may fill one and hand its frames to another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter

import polars as pl
from msgspec import Struct
from msgspec.structs import asdict

from histparse.flow import judged_texts
from histparse.judging.duplicates import digest, digest_of
from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding, Severity
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.store.observe.known_cards import trace_cards
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import HANDS, Rows, fitted
from histparse.store.rows import derived, hand_rows, odds
from histparse.store.rows.aside import Reason, aside_row, take_out

_PAID, _COLLECTED = map(attrgetter, ("paid", "collected"))
_NO_CODE = "SYN01"
"""Of a hand that is set aside though nothing was found in it."""


class Frames(Struct, frozen=True):
    """A finished batch: rows by table, with the number of the hand in the batch as `hand_key`. Can be pickled."""

    tables: dict[str, pl.DataFrame]
    files: dict[str, int]
    """Hands read by path, of other games too; 0 for a file in which no dialect knows a hand."""
    texts: list[HandText]
    """Text of each hand, by its number in the batch."""
    skipped: dict[tuple[str, str], int]
    """Hands of other games by path and game."""


class Batch:
    """Collects judged hands. Make `observe` the observer of the replay, then `add` each result when it is judged."""

    def __init__(self) -> None:
        self._seen = Recorder()
        self.observe = self._seen.observe
        """The observer: what is noted of the acts of each hand."""
        self._empty()

    def _empty(self) -> None:
        self.size = 0
        """Hands added, of other games too."""
        self._seen.start_again()
        self._rows = {
            "hands": Rows("hands", hand_rows.HAND),
            "seats": Rows("seats", hand_rows.SEAT),
            "draws": Rows("draws", hand_rows.DRAW),
            "showdowns": Rows("showdowns", hand_rows.SHOWDOWN),
            "findings": Rows("findings"),
            "set_aside": Rows("set_aside"),
        }
        self._texts: list[HandText] = []
        self._causes: dict[int, str] = {}
        """Code of the weightiest finding of each hand that has any, by its number."""
        self._files: Counter[str] = Counter()
        self._skipped: Counter[tuple[str, str]] = Counter()

    def add(self, result: HandResult) -> None:
        """Take over what became of one hand, or of a stretch of text that is none."""
        key = None
        if result.text is not None:
            self.size += 1
            self._files[result.text.path] += 1
            key = self._place(result, result.text)
        else:
            self._files.update({finding.path: 0 for finding in result.findings})
        for finding in result.findings:
            self._rows["findings"].add({"hand_key": key, **asdict(finding)})

    def _place(self, result: HandResult, text: HandText) -> int | None:
        if result.skipped is not None:
            self._skipped[text.path, result.skipped] += 1
            return None
        cause = _cause(result.findings)
        if result.table is None:
            self._set_aside(result, text, cause)
            return None
        if reason := _unstorable(result.table):
            self._seen.forget()
            self._set_aside(result, text, Reason(cause.code, reason))
            return None
        if result.findings:
            self._causes[len(self._texts)] = cause.code
        return self._store(result.table, text)

    def _set_aside(self, result: HandResult, text: HandText, reason: Reason) -> None:
        hand_id = next((finding.hand_id for finding in result.findings if finding.hand_id), None)
        known_by = result.hand.header.hand_id if result.hand else hand_id
        self._rows["set_aside"].add(aside_row(text, known_by, digest(text.text), reason))

    def _store(self, table: Table, text: HandText) -> int:
        seen, key, cancelled = self._seen, len(self._texts), table.hand.cancelled
        self._texts.append(text)
        hand_rows.hand_row(self._rows["hands"].values, key, digest_of(table.hand, text), table, cancelled=cancelled)
        if cancelled:
            seen.forget()
        else:
            trace_cards(table, seen)
            hand_rows.draw_rows(self._rows["draws"].values, seen)
            hand_rows.showdown_rows(self._rows["showdowns"].values, table, seen)
        hand_rows.seat_rows(self._rows["seats"].values, table, seen, cancelled=cancelled)
        seen.keep()
        return key

    def frames(self) -> Frames:
        """The rows as columns of the types of analytics/schema; the batch is empty then.

        A hand with a value that its column cannot hold is set aside; the others are as they would be without it.
        """
        made = {table: fitted(table, frame) for table, frame in self._derived().items()}
        misfits = {key: sentence for table in reversed(HANDS) for key, sentence in made[table].misfits.items()}
        tables = {table: rows for table, (rows, _) in made.items()}
        tables |= {table: self._rows[table].whole() for table in ("findings", "set_aside")}
        if misfits:
            reasons = {key: Reason(self._causes.get(key, _NO_CODE), misfits[key]) for key in misfits}
            tables = take_out(tables, self._texts, reasons)
        frames = Frames(tables, dict(self._files), self._texts, dict(self._skipped))
        self._empty()
        return frames

    def _derived(self) -> dict[str, pl.DataFrame]:
        """The rows of HANDS with all that follows from them."""
        noted = {table: self._rows[table].frame() for table in HANDS if table != "decisions"}
        present = derived.present(noted["seats"], noted["hands"])
        drawn = derived.draws(derived.of_players(odds.with_chances(noted["draws"]), present))
        numbers = derived.numbers(present, drawn)
        decided = derived.decisions(
            derived.of_players(self._seen.decisions.frame(), present), derived.in_rounds(drawn), numbers
        )
        wagers = derived.wagers(decided)
        return {
            **noted,
            "seats": derived.seats(odds.with_keeps(present), wagers),
            # Nearly every rate looks at one round: rows of a round that lie together are read twice as fast.
            "decisions": decided.sort("round", maintain_order=True),
            "draws": derived.draws_with_betting(drawn, decided, wagers),
        }


def filled(results: Iterable[HandResult]) -> Frames:
    """A batch of hands that were cut, read, judged and finished here: the work of one worker."""
    batch = Batch()
    for result in judged_texts(results, batch.observe):
        batch.add(result)
    return batch.frames()


def _unstorable(table: Table) -> str | None:
    """Why the books of a judged hand cannot be kept; None when they can."""
    if not table.complete:
        return None if table.hand.cancelled else "the text is cut short: nobody knows how the hand ended"
    rake = sum(map(_PAID, table.players)) - sum(map(_COLLECTED, table.players))
    stated = table.stated and table.stated.rake
    if stated is not None and rake != stated:
        return f"the players' nets add up to {-rake} and the rake to {stated} (1/100): they must balance"
    if rake < 0:
        return f"the players collect {-rake} (1/100) more than they put in"
    return None


def _cause(findings: tuple[Finding, ...]) -> Reason:
    """Code and sentence of the weightiest finding."""
    order = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    worst = min(findings, key=lambda finding: order.index(finding.severity), default=None)
    return Reason(worst.code, worst.message) if worst else Reason(_NO_CODE, "no hand could be read here")
