"""Step 10, serve: questions - some mistakes of a list and as many decisions with like hands that were right, mixed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from histparse.serve.address import Address, RefusedError
from histparse.serve.mistake_list import MistakeList, place_of

RUN = 10
"""The mistakes of one run of questions; with as many right decisions it has twice that number."""
RIGHT, WRONG, OPEN = "rw-"
"""What the address says of each question of the run."""
SCORE = re.compile(f"[{RIGHT}{WRONG}{OPEN}]{{0,{2 * RUN}}}")
Row = Mapping[str, Any]


class Question(Struct, frozen=True):
    """A decision that is asked for, and its place in the run."""

    listed: MistakeList
    rows: list[Row]
    """All of the run."""
    run: int
    runs: int
    at: int
    score: str
    """What was answered before."""
    answered: bool | None = None
    """Whether the answer to this one is right; None: there is none yet."""

    @property
    def row(self) -> Row:
        """The decision that is asked for."""
        return self.rows[self.at]

    @property
    def place(self) -> int:
        """The number of the question in its run, from 1 on."""
        return self.at + 1

    @property
    def of(self) -> int:
        """How many questions the run has."""
        return len(self.rows)

    @property
    def words(self) -> str:
        """What there are so many of."""
        return f"questions, run {self.run} of {self.runs}"

    @property
    def every(self) -> str:
        """The list that they are taken from."""
        return self.listed.every

    @property
    def before(self) -> str:
        """The address of the question before; empty for the first."""
        return self._to(self.at - 1) if self.at else ""

    @property
    def after(self) -> str:
        """The address of the next; behind the last that of the next run, which begins without a score."""
        if self.place < self.of:
            return self._to(self.at + 1)
        return first_question(self.listed, self.run + 1) if self.run < self.runs else ""

    @property
    def told(self) -> str:
        """How many answers were right, in a sentence; empty before the first."""
        said = self._score
        right, answered = said.count(RIGHT), len(said) - said.count(OPEN)
        if self.place == self.of and self.answered is not None:
            left = f", {self.of - answered} not answered" if answered < self.of else ""
            return f"The run is over: {right} of {answered} right{left}."
        return f"{right} of {answered} right so far." if answered else ""

    @property
    def _score(self) -> str:
        if self.answered is None:
            return self.score
        letter = RIGHT if self.answered else WRONG
        return self.score[: self.at].ljust(self.at, OPEN) + letter + self.score[self.place :]

    def _to(self, at: int) -> str:
        return _address(self.listed, self.rows[at], self.run, self._score)


def first_question(listed: MistakeList, run: int = 1) -> str:
    """The address of the first question of a run; empty if nothing is listed."""
    rows = _rows(listed, run)
    return _address(listed, rows[0], run, "") if rows else ""


def question_of(address: Address, listed: MistakeList) -> Question | None:
    """The question that the address names, or the run with the mistake that it names; None: it asks for nothing there.

    Raises RefusedError for a score that is none.
    """
    if listed.found.sentence:
        return None
    score, number = address.one("score") or "", len(listed.rows)
    if SCORE.fullmatch(score) is None:
        raise RefusedError(f"a score has a letter for each question: {RIGHT}, {WRONG} or {OPEN}")
    place = place_of(address, listed.rows)
    run = address.number("run") or (1 if place is None else place // RUN + 1)
    rows = _rows(listed, run)
    asked = address.one("id"), address.number("line")
    at = next((at for at, row in enumerate(rows) if (_hand(row), row["line"]) == asked), None)
    return None if at is None else Question(listed, rows, run, -(-number // RUN), at, score)


def _rows(listed: MistakeList, run: int) -> list[Row]:
    """The questions of that run, in an order that tells nothing of them, and always the same."""
    mistakes = listed.rows.slice((run - 1) * RUN, RUN).to_dicts()
    right = [row["twin"] | {"leak": row["leak"]} for row in mistakes if row["twin"]]
    return sorted([*mistakes, *right], key=lambda row: blake2b(f"{_hand(row)}:{row['line']}".encode()).digest())


def _hand(row: Row) -> str:
    return f"{row['site']}:{row['hand_id']}"


def _address(listed: MistakeList, row: Row, run: int, score: str) -> str:
    return listed.hand(row, ("ask", "yes"), ("run", str(run)), ("score", score))
