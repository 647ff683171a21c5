"""Step 6b, rows: a batch of judged hands as columns, which can be passed to another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct, structs

from histparse.flow import judge_texts
from histparse.judging.duplicates import hand_lines_or_whole_text, hand_or_tournament_number, text_to_last_line
from histparse.judging.engine import HandResult, severity_rank_of_worst_finding, why_unstorable
from histparse.model.findings import Finding, Severity
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.store.observe.recorder import Recorder
from histparse.store.observe.row_buffer import HANDS, Fitted, Rows, fit_to_columns
from histparse.store.rows.derived import derive_columns
from histparse.store.rows.hand_rows import (
    add_draws,
    add_finding,
    add_hand,
    add_printed_last_hands,
    add_seats,
    infer_held_cards_into_recorder,
)
from histparse.store.rows.set_aside import (
    Reason,
    Tables,
    add_set_aside_text,
    move_hands_aside,
    replace_batch_numbers_by_database_keys,
)
from histparse.store.rows.tournaments import add_summary

LETTERS = 800
"""Letters of a short hand. Of hands twice as long, with twice the rows, half as many take as much time and memory."""
LOOSE = ("findings", "set_aside", "tournaments")
"""Tables whose rows need not follow a hand."""
_NO_CODE = "SYN01"
"""The code for a hand that is set aside without a finding."""


class Skipped(NamedTuple):
    """A hand of another game, as a row of the table `skipped`."""

    path: str
    line: int
    game: str


class Frames(Struct, frozen=True):
    """A finished batch: rows by table, every text in it once. Can be pickled."""

    tables: Tables
    """Texts that share a number are all in it: what becomes of them depends on all others (see store/settle)."""
    files: dict[str, int]
    """Hands read, by path, other games included; 0 for a file in which no dialect recognises a hand."""
    skipped: list[Skipped]


class _Where(NamedTuple):
    """Where a hand of a batch went: to the stored ones, or aside."""

    hand_key: int | None = None
    """The number of the hand in the batch."""
    text_id: int | None = None
    last_line: int = 0
    """What is found behind it is found in no hand."""


_NOWHERE = _Where()


class Batch:
    """Collects judged hands: judge one with `observe` as its observer, and `add` the result before you judge the next.

    Of its acts the recorder has what only the table knew; `add` makes rows of that, and of the table at the end.
    """

    def __init__(self) -> None:
        self._recorder = Recorder()
        self.observe = self._recorder.observe_hand
        """The observer, which records the acts of each hand."""
        self._reset()

    def _reset(self) -> None:
        self.size = 0
        """Hands added, other games included."""
        self._recorder.start_batch()
        self._hands, self._texts, self._seats = Rows("hands"), Rows("texts"), Rows("seats")
        self._draws, self._showdowns = Rows("draws"), Rows("showdowns")
        self._findings, self._set_aside, self._tournaments = (Rows(table) for table in LOOSE)
        self._causes: dict[int, str] = {}
        """Code of the most severe finding of each hand that has any, by its number in the batch."""
        self._files: Counter[str] = Counter()
        self._skipped: list[Skipped] = []

    @property
    def is_empty(self) -> bool:
        """Nothing was added."""
        return not self._files

    def add(self, result: HandResult) -> None:
        """Add the result for one hand, or for a stretch of text that is not a hand."""
        where, text = _NOWHERE, result.text
        if text is None:
            self._files.update({finding.path: 0 for finding in result.findings})
        else:
            self.size += 1
            self._files[text.path] += 1
            if result.summary is not None:
                made = add_summary(self._tournaments, text, result.summary, result.findings)
                where = _Where(text_id=made, last_line=result.summary.last_line)
            elif result.skipped is not None:
                self._skipped.append(Skipped(text.path, text.line, result.skipped))
                return
            else:
                where = self._store_or_set_aside(result, text)
        for finding in result.findings:
            key, text_id, _ = where if finding.line <= where.last_line else _NOWHERE
            add_finding(self._findings, key, text_id, finding)

    def _store_or_set_aside(self, result: HandResult, text: HandText) -> _Where:
        if result.table is None:
            return self._set_text_aside(result, text, _reason_of_worst_finding(result.findings))
        if reason := why_unstorable(result.table):
            self._recorder.drop_decisions_of_hand()
            return self._set_text_aside(result, text, Reason(_reason_of_worst_finding(result.findings).code, reason))
        if result.findings:
            self._causes[self._recorder.hand_key] = _reason_of_worst_finding(result.findings).code
        key = self._store_hand(result.table, text, result.findings)
        return _Where(key, last_line=result.table.hand.last_line)

    def _set_text_aside(self, result: HandResult, text: HandText, reason: Reason) -> _Where:
        hand_lines = hand_lines_or_whole_text(result, text)
        made = add_set_aside_text(self._set_aside, text, hand_lines, hand_or_tournament_number(result), reason)
        return _Where(text_id=made, last_line=text.line + hand_lines.count("\n"))

    def _store_hand(self, table: Table, text: HandText, findings: tuple[Finding, ...]) -> int:
        recorder, key = self._recorder, self._recorder.hand_key
        hand_text = structs.replace(text, text=text_to_last_line(table.hand, text))
        self._texts.add(hand_key=key, text=hand_text.text)
        rank = severity_rank_of_worst_finding(findings, table.hand.last_line)
        add_hand(self._hands, key, hand_text, rank, table)
        if table.hand.cancelled:
            recorder.drop_decisions_of_hand()
        else:
            infer_held_cards_into_recorder(table, recorder)
            add_draws(self._draws, recorder)
            add_printed_last_hands(self._showdowns, table, recorder)
        add_seats(self._seats, table, recorder)
        recorder.keep_hand_and_number_next()
        return key

    def finish_and_reset(self) -> Frames:
        """The rows as columns with the types of analytics/schema. The batch is empty afterwards.

        A hand with a value that does not fit its column is set aside; the others are unaffected.
        """
        made = self._derive_rows()
        misfits = {key: sentence for table in reversed(HANDS) for key, sentence in made[table].misfits.items()}
        tables = {table: rows for table, (rows, _) in made.items()}
        tables |= {
            rows.table: rows.to_frame_without_misfit_column()
            for rows in (self._findings, self._set_aside, self._tournaments)
        }
        reasons = {key: Reason(self._causes.get(key, _NO_CODE), misfits[key]) for key in misfits}
        tables = move_hands_aside(tables, reasons, keep_rank=False)
        frames = Frames(replace_batch_numbers_by_database_keys(tables), dict(self._files), self._skipped)
        self._reset()
        return frames

    def _derive_rows(self) -> dict[str, Fitted]:
        """The rows of HANDS with all derived columns and the types of analytics/schema."""
        recorded = (self._hands, self._texts, self._seats, self._draws, self._showdowns, self._recorder.decisions)
        made = derive_columns({rows.table: rows.to_frame_with_misfit_column() for rows in recorded})
        return {table: fit_to_columns(table, frame) for table, frame in made.items()}


def _reason_of_worst_finding(findings: tuple[Finding, ...]) -> Reason:
    """Code and sentence of the most severe finding."""
    order = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    worst = min(findings, key=lambda finding: order.index(finding.severity), default=None)
    return Reason(worst.code, worst.message) if worst else Reason(_NO_CODE, "no hand could be read here")


# --- the work of a worker -------------------------------------------------------------------------------------


def split_into_batches(hands_per_batch: int, results: Iterable[HandResult]) -> Iterator[list[HandResult]]:
    """The results in lists of so many short hands, or of fewer longer ones: findings before a hand go with it."""
    batch: list[HandResult] = []
    hands = letters = 0
    for result in results:
        batch.append(result)
        if result.text is not None:
            hands += 1
            letters += len(result.text.text)
        if hands >= hands_per_batch or letters >= hands_per_batch * LETTERS:
            yield batch
            batch, hands, letters = [], 0, 0
    if batch:
        yield batch


def parse_and_judge_into_frames(results: Sequence[HandResult]) -> Frames:
    """A finished batch made from hand texts, which are parsed and judged here."""
    batch = Batch()
    for result in judge_texts(results, batch.observe):  # one by one: each is added before the next is judged
        batch.add(result)
    return batch.finish_and_reset()
