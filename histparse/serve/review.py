"""Step 10, serve: the priced mistakes of a hand - marked, or asked for before the hand is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, timedelta
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters
from histparse.coach.decisions import BANDS
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.mistakes import LEAST_DRAW
from histparse.model.errors import count
from histparse.serve.address import Address
from histparse.serve.mistake_list import Mistake, Question, Row
from histparse.serve.mistakes import Counted, counted, counted_within
from histparse.serve.pictures import draw_words
from histparse.serve.source import PageRequest
from histparse.stats import words
from histparse.view.film import Film
from histparse.view.html.page import step_at

MISTAKE, BLUNDER = 0.1, 1.0
"""The big bets from which a mistake is marked with `?`, and with `??`."""
EXPLAINED = (
    f"?: cost {MISTAKE} big bets or more. ??: cost {BLUNDER:.0f} or more. Draws and calls are priced against the hands "
    "that opponents showed down, bets and raises against an equilibrium of the river."
)
SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
DRAWN = ("one", "two", "three", "four", "five")
NUMBERS = ("pat", "one card", "two cards", "three cards", "four cards", "five cards")
RIVER = (("check", "bet"), ("call", "fold"), ("call", "fold", "raise"))
"""What can be asked on a river."""
KINDS_OF_CARDS = frozenset({"wrong-card"})
"""Kinds whose number of cards is right."""


class Priced(Struct, frozen=True):
    """A mistake of the hand: its kind, the row that prices it, and the step at which it is made."""

    kind: str
    row: Mapping[str, Any]
    step: int

    @property
    def title(self) -> str:
        """`draws too many cards`."""
        return KINDS[NAMES.index(self.kind)].title

    @property
    def sign(self) -> str:
        """`?` or `??`; nothing for what cost less."""
        lost = self.row["big_bets"]
        return "??" if lost >= BLUNDER else "?" if lost >= MISTAKE else ""

    @property
    def where(self) -> str:
        """`Draw 3`, or `River`."""
        return f"Draw {self.row['draw']}" if self.row["wins"] else "River"

    @property
    def words(self) -> str:
        """What is asked, in words."""
        if not self.row["wins"]:
            return f"River: {', '.join(self._on_river[:-1])} or {self._on_river[-1]}?"
        return f"Draw {self.row['draw']}: {'which to throw?' if self.kind in KINDS_OF_CARDS else 'pat, or how many?'}"

    @property
    def price(self) -> str:
        """`6.05`, in big bets."""
        return words.signed(self.row["big_bets"], 2).replace("+", "")

    @property
    def choices(self) -> dict[str, str]:
        """What can be answered, by the word of it in an address."""
        if not self.row["wins"]:
            return {word: word for word in self._on_river}
        if self.kind in KINDS_OF_CARDS:
            thrown = _thrown(self.row["better"])
            return {"".join(cards): " ".join(cards) for cards in combinations(self.row["held"].split(), len(thrown))}
        return dict(zip(("pat", *"12345"), NUMBERS, strict=True))

    @property
    def _on_river(self) -> tuple[str, ...]:
        """The fewest choices with what was done and what was better among them."""
        return next(words for words in RIVER if {self.row["did"], self.row["better"]} <= {*words})

    def answer_of(self, action: str) -> str:
        """The answer that is the same as `pat` or `throws Qd Jc`, as what was done and what was better are written."""
        thrown = _thrown(action)
        if not self.row["wins"]:
            return action
        if self.kind in KINDS_OF_CARDS:
            return "".join(card for card in self.row["held"].split() if card in thrown)
        return str(len(thrown)) if thrown else "pat"

    @property
    def wins(self) -> list[tuple[str, str]]:
        """The chance to win at showdown by what can be answered, where that is a number of cards."""
        if self.kind in KINDS_OF_CARDS:
            return []
        chances = zip(("pat", *"123"), self.row["wins"], strict=False)
        return [(number, words.percent(chance)) for number, chance in chances]

    @property
    def was_right(self) -> bool:
        """Whether what was done was the best."""
        return bool(self.row["did"] == self.row["better"])

    @property
    def odds(self) -> str:
        """What the pot offers a call, on the river."""
        pot, to_call = self.row["pot"], self.row["to_call"]
        least = words.percent(to_call / (pot + to_call))
        return f"A call costs {to_call:.3g} in a pot of {pot:.3g} big bets: it pays if it wins {least} or more."

    @property
    def holds(self) -> str:
        """What the pool holds that bets there on the river, and how often it is beaten."""
        held = ", ".join(f"{band} {words.percent(share)}" for band, share in zip(BANDS, self.row["holds"], strict=True))
        shown = count(self.row["shown"], "hand")
        return f"A call wins {words.percent(self.row['chance'])}. Opponents bet there with: {held} ({shown} shown)."

    def is_right(self, answer: str) -> bool:
        """Whether that was better, or as good."""
        return answer == self.answer_of(self.row["better"]) or self._is_as_good(answer)

    def _is_as_good(self, answer: str) -> bool:
        """Another number of cards than was drawn may win as often as the best, within what counts as a mistake."""
        if answer == self.answer_of(self.row["did"]) or self.kind in KINDS_OF_CARDS or not self.row["wins"]:
            return False
        wins = self.row["wins"]
        return bool(wins[list(self.choices).index(answer)] >= max(wins) - LEAST_DRAW)

    def verdict(self, answer: str) -> str:
        """What the answer is worth, as `Yes: stand pat.` says."""
        if answer == self.answer_of(self.row["better"]):
            return (
                f"Yes: {self._instruction(answer)}, as played."
                if self.was_right
                else f"Yes: {self._instruction(answer)}."
            )
        if self._is_as_good(answer):
            return f"Just as good: {self._instruction(answer)}."
        return "No."

    def outcome(self, answer: str) -> str:
        """What was done, and what is better, as far as the verdict does not say it."""
        best = self.answer_of(self.row["better"])
        if self.was_right:
            return "" if answer == best else f"Best: {self._instruction(best)}, as played."
        return mistake_in_words(self.row)

    def _instruction(self, answer: str) -> str:
        """What an answer says to do: `draw one`, `throw J♥`."""
        if self.kind in KINDS_OF_CARDS:
            return f"throw {_faces(self.choices[answer].split())}"
        if not self.row["wins"]:
            return answer
        return "stand pat" if answer == "pat" else f"draw {DRAWN[int(answer) - 1]}"


class Review(Struct, frozen=True):
    """The mistakes of a hand in order, and those among them that are asked for; `answers` has one for each passed."""

    priced: list[Priced]
    questions: list[Priced]
    answers: list[str]

    @property
    def question(self) -> Priced | None:
        """What is asked now."""
        return next(iter(self.questions[len(self.answers) :]), None)

    @property
    def marks(self) -> dict[int, tuple[str, str]]:
        """The sign at each step that has one, and what it means."""
        marked = [mistake for mistake in self._revealed if mistake.sign]
        return {mistake.step: (mistake.sign, f"cost {mistake.price} big bets") for mistake in marked}

    @property
    def passed(self) -> Iterator[tuple[Priced, str]]:
        """The mistakes answered, and what was."""
        return zip(self.questions, self.answers, strict=False)

    @property
    def _revealed(self) -> list[Priced]:
        """All of them, or those that were answered: a mark on what came before would tell what is asked."""
        return self.priced if self.question is None else [mistake for mistake, _ in self.passed]


def mistake_in_words(row: Row) -> str:
    """`Pat cost 6.47 big bets. Better: draw one, throw J♥.`, of a row that prices a mistake."""
    price = words.signed(row["big_bets"], 2).replace("+", "")
    thrown = _thrown(row["did"])
    did = f"Throwing {_faces(thrown)}" if thrown else str(row["did"]).capitalize()
    return f"{did} cost {price} big bets. Better: {_advice(row['better'])}."


def counted_for(request: PageRequest, film: Film) -> Counted | None:
    """What the mistakes of that hand cost, if the address asks for it. One without a time may not be in the sample."""
    if request.address.choice("review", ["yes", ""], "") == "":
        return None
    day = day_of(request.filters, film)
    return counted_within(request, day) if day else counted(request, film.view.currency)


def day_of(filters: Filters, film: Film) -> Filters | None:
    """The filters with the currency and the day of that hand, counted together; None: it has no time."""
    if film.view.played_at is None:
        return None
    day = film.view.played_at.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)
    return replace(filters, money=film.view.currency, since=day, until=day + timedelta(days=1))


def review_of(address: Address, film: Film, leaks: Counted | None, mistake: Mistake | Question | None) -> Review | None:
    """The mistakes of the hand among all leaks; `mistake`: the decision that it is opened for.

    Raises RefusedError for an answer that is none.
    """
    if leaks is None:
        return None
    hand = {"site": film.view.site, "hand_id": film.view.hand_id}
    decisions = {kind: rows.filter(**hand).to_dicts() for kind, rows in leaks.decisions.items()}
    priced = [Priced(kind, row, step_at(film, row["line"])) for kind, rows in decisions.items() for row in rows]
    priced.sort(key=lambda decision: decision.step)
    if address.choice("ask", ["yes", ""], "") == "":
        return Review(priced, [], [])
    marked = [decision for decision in priced if decision.sign]
    questions = marked if mistake is None else [_question(film, mistake.row)]
    typed = address.all("answer")
    answers = [_answer(word, question.choices) for word, question in zip(typed, questions, strict=False)]
    return Review(priced, questions, answers)


def opponents_at(film: Film, number: int) -> list[str]:
    """Who is still in at that step beside the hero, and what they drew: `BTN drew 2, 1, pat`."""
    dealt_in = [seat for seat in film.view.seats if seat.net is not None]
    seats = zip(dealt_in, film.frames[number].seats, strict=True)
    return [_drew(seat.position, frame.drawn) for seat, frame in seats if not frame.folded and not seat.hero]


def _drew(position: str, drawn: tuple[int | None, ...]) -> str:
    return f"{position} drew {', '.join(draw_words(number) for number in drawn if number is not None)}"


def _question(film: Film, row: Mapping[str, Any]) -> Priced:
    return Priced(row["leak"], row, step_at(film, row["line"]))


def _answer(word: str, choices: Mapping[str, str]) -> str:
    return Address("", (("answer", word),)).choice("answer", choices, "")


def _thrown(action: str) -> list[str]:
    return action.removeprefix("throws ").split() if action.startswith("throws ") else []


def _advice(action: str) -> str:
    """`draw one, throw J♥`, of `throws Jh`; `stand pat`, of `pat`."""
    thrown = _thrown(action)
    if thrown:
        return f"draw {DRAWN[len(thrown) - 1]}, throw {_faces(thrown)}"
    return "stand pat" if action == "pat" else action


def _faces(cards: list[str]) -> str:
    """`J♥ Q♠`, of `Jh` and `Qs`."""
    return " ".join(card[0] + SYMBOLS[card[1]] for card in cards)
