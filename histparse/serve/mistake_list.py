"""Step 10, serve: the mistakes that an address names, the way along them, and questions made of them."""

from __future__ import annotations

import re
from hashlib import blake2b

import polars as pl
from msgspec import Struct

from histparse.coach.decisions import all_mistakes_worst_first
from histparse.coach.kinds import ALL_KINDS, KINDS, NAMES
from histparse.report.model import Row
from histparse.serve.address import Address, RefusedError
from histparse.serve.leak_costs import (
    SESSION,
    LeakCosts,
    mistake_address,
    price_leaks_of_one_currency,
    price_mistakes_in_hands,
)
from histparse.serve.listing import Listing, ListPosition
from histparse.serve.sessions import filters_around_session, find_session
from histparse.serve.source import PageRequest

DECISION = ("site", "hand_id", "line")


class Mistake(ListPosition, frozen=True):
    """A decision of a list, as its row says, and its place there, the worst being 1."""

    row: Row
    words: str
    """What there are so many of: `mistakes in this session`."""
    tally: str = ""
    """The score in a sentence, where it is asked for."""


class MistakeList(Struct, frozen=True):
    """The mistakes of one kind or all, of a session or of all hands that the filters leave, the worst first."""

    address: Address
    player: str
    leak: str
    """A kind, or `all`."""
    leaks: LeakCosts
    """What all kinds cost in these hands."""

    @property
    def mistake_rows(self) -> pl.DataFrame:
        """A row for each, with its kind as `leak`."""
        kinds = self.leaks.decisions.items()
        chosen = {name: rows for name, rows in kinds if self.leak in {name, ALL_KINDS}}
        zone = self.address.filters().zone
        played = pl.col("played_at").dt.replace_time_zone("UTC").dt.convert_time_zone(zone).dt.replace_time_zone(None)
        return all_mistakes_worst_first(chosen).with_columns(played, player=pl.lit(self.player))

    def mistakes_noun(self, mistake_count: int) -> str:
        """Name so many of them: `mistakes in this session: draws too many cards`."""
        session = " in this session" if self.address.get("session") else ""
        kind = f": {self.title}" if self.title else "" if session else " of all kinds"
        return f"mistake{'s' * (mistake_count != 1)}{session}{kind}"

    @property
    def title(self) -> str:
        """The title of the kind; empty for all."""
        return "" if self.leak == ALL_KINDS else KINDS[NAMES.index(self.leak)].title

    @property
    def list_address(self) -> str:
        """The address of the page that lists them."""
        page, leak = (
            ("/leaks", self.leak)
            if not self.address.get("session")
            else ("/session", "" if self.leak == ALL_KINDS else self.leak)
        )
        return (
            self.address.filtered_link(
                page, *self._list_parameters, ("leak", leak), *self.address.pick_parameters(("names",))
            )
            + "#mistakes"
        )

    def rows_without_lesson(self, lessons: pl.DataFrame) -> pl.DataFrame:
        """The rows of `mistake_rows` that no lesson was about."""
        return self.mistake_rows.join(lessons, on=DECISION, how="anti", maintain_order="left")

    def hand_address(self, row: Row, *view_parameters: tuple[str, str]) -> str:
        """The address of the hand, at that decision; more can be said of how it is shown."""
        return mistake_address(self.address, self.player, self.leak, row, *view_parameters)

    def find_mistake(self) -> Mistake | None:
        """The one that the address names; None if these hands no longer hold it."""
        if self.leaks.sentence:
            return None
        rows = self.mistake_rows
        index = find_mistake_index(self.address, rows)
        if index is None:
            return None
        row, total = rows.row(index, named=True), len(rows)
        previous = self.hand_address(rows.row(index - 1, named=True)) if index else ""
        following = self.hand_address(rows.row(index + 1, named=True)) if index + 1 < total else ""
        words = self.mistakes_noun(total)
        return Mistake(index + 1, total, previous, following, self.list_address, row, words)

    @property
    def _list_parameters(self) -> list[tuple[str, str]]:
        return [("player", self.player), *self.address.pick_parameters(SESSION)]


def find_mistake_index(address: Address, rows: pl.DataFrame) -> int | None:
    """Where the decision stands that the address names by hand and line."""
    hand, line = pl.col("site") + ":" + pl.col("hand_id"), address.positive_number_or_refuse("line")
    indexes = rows.with_row_index("index").filter(hand == address.get("id"), pl.col("line") == line)["index"]
    return int(indexes[0]) if len(indexes) else None


def build_mistake_list(request: PageRequest, leak: str | None = None) -> MistakeList:
    """The list that the address names, of that kind if it names none.

    Raises RefusedError where there is no such kind or session.
    """
    address = request.address
    leak = address.require_choice("leak", [*NAMES, ALL_KINDS], leak or "")
    player, filters = request.player, request.filters
    if address.get("session") is None:
        return MistakeList(address, player, leak, price_leaks_of_one_currency(request))
    listing = Listing(request)
    session = find_session(listing)
    if session is None:
        raise RefusedError("no session began then: see the list of sessions", 404)
    leaks = price_mistakes_in_hands(request, filters_around_session(filters, session))
    of_session = ("mistakes", player, filters, session["began"], session["currency"])
    decisions = request.compute_cached(of_session, lambda _: _decisions_in_hands(leaks, listing.find_rows(0, None)))
    return MistakeList(address, player, leak, LeakCosts(decisions=decisions, sentence=leaks.sentence))


def _decisions_in_hands(leak_costs: LeakCosts, hands: pl.DataFrame) -> dict[str, pl.DataFrame]:
    named = ["site", "hand_id"]
    return {name: rows.join(hands, on=named, how="semi") for name, rows in leak_costs.decisions.items()}


# --- questions --------------------------------------------------------------------------------------------------------

RUN = 10
"""The mistakes of one run of questions; with as many right decisions it has twice that number."""
RIGHT, WRONG, OPEN = "rw-"
"""The letter of each question of the run in the parameter `score`."""
SCORE = re.compile(f"[{RIGHT}{WRONG}{OPEN}]{{0,{2 * RUN}}}")


class Question(Struct, frozen=True):
    """A decision that is asked for, and its place in the run."""

    listed: MistakeList
    rows: list[Row]
    """All of the run."""
    run: int
    runs: int
    index: int
    score: str
    """What was answered before."""
    answered: bool | None = None
    """Whether the answer to this one is right; None: there is none yet."""

    @property
    def row(self) -> Row:
        """The decision that is asked for."""
        return self.rows[self.index]

    @property
    def place(self) -> int:
        """The number of the question in its run, from 1 on."""
        return self.index + 1

    @property
    def total(self) -> int:
        """The number of questions in the run."""
        return len(self.rows)

    @property
    def words(self) -> str:
        """The noun that the count of questions goes with."""
        return f"questions, run {self.run} of {self.runs}"

    @property
    def list_address(self) -> str:
        """The address of the list that they are taken from."""
        return self.listed.list_address

    @property
    def previous(self) -> str:
        """The address of the question before; empty for the first."""
        return self._question_address_at(self.index - 1) if self.index else ""

    @property
    def following(self) -> str:
        """The address of the next; behind the last that of the next run, which begins without a score."""
        if self.place < self.total:
            return self._question_address_at(self.index + 1)
        return first_question_address(self.listed, self.run + 1) if self.run < self.runs else ""

    @property
    def tally(self) -> str:
        """The score in a sentence; empty before the first answer."""
        score = self._updated_score
        right, answered = score.count(RIGHT), len(score) - score.count(OPEN)
        if self.place == self.total and self.answered is not None:
            left = f", {self.total - answered} not answered" if answered < self.total else ""
            return f"Done: {right} of {answered} right{left}."
        return f"{right} of {answered} right so far." if answered else ""

    @property
    def _updated_score(self) -> str:
        if self.answered is None:
            return self.score
        letter = RIGHT if self.answered else WRONG
        return self.score[: self.index].ljust(self.index, OPEN) + letter + self.score[self.place :]

    def _question_address_at(self, index: int) -> str:
        return _question_address(self.listed, self.rows[index], self.run, self._updated_score)


def first_question_address(mistakes: MistakeList, run_number: int = 1) -> str:
    """The address of the first question of a run; empty if nothing is listed."""
    rows = _shuffled_mistakes_and_right_twins(mistakes, run_number)
    return _question_address(mistakes, rows[0], run_number, "") if rows else ""


def find_question(address: Address, mistakes: MistakeList) -> Question | None:
    """The question that the address names, or the run with the mistake that it names; None: it asks for nothing there.

    Raises RefusedError for a score that is none.
    """
    if mistakes.leaks.sentence:
        return None
    score, number = address.get("score") or "", len(mistakes.mistake_rows)
    if SCORE.fullmatch(score) is None:
        raise RefusedError(f"a score has a letter for each question: {RIGHT}, {WRONG} or {OPEN}")
    place = find_mistake_index(address, mistakes.mistake_rows)
    run = address.positive_number_or_refuse("run") or (1 if place is None else place // RUN + 1)
    rows = _shuffled_mistakes_and_right_twins(mistakes, run)
    decision = address.get("id"), address.positive_number_or_refuse("line")
    index = next((index for index, row in enumerate(rows) if (_hand_key(row), row["line"]) == decision), None)
    return None if index is None else Question(mistakes, rows, run, -(-number // RUN), index, score)


def _shuffled_mistakes_and_right_twins(mistake_list: MistakeList, run_number: int) -> list[Row]:
    """The questions of that run, in an order that tells nothing of them, and always the same."""
    mistakes = mistake_list.mistake_rows.slice((run_number - 1) * RUN, RUN).to_dicts()
    right = [row["twin"] | {"leak": row["leak"]} for row in mistakes if row["twin"]]
    return sorted([*mistakes, *right], key=lambda row: blake2b(f"{_hand_key(row)}:{row['line']}".encode()).digest())


def _hand_key(row: Row) -> str:
    return f"{row['site']}:{row['hand_id']}"


def _question_address(mistakes: MistakeList, row: Row, run_number: int, score: str) -> str:
    return mistakes.hand_address(row, ("ask", "yes"), ("run", str(run_number)), ("score", score))
