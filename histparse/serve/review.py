"""Step 10, serve: the priced mistakes of a hand - marked, or asked for before the hand is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from histparse.report.decision_prices import filters_for_currency_and_day
from histparse.report.model import Row
from histparse.serve.address import Address
from histparse.serve.leak_costs import (
    LeakCosts,
    are_prices_cached,
    price_leaks_of_one_currency,
    price_mistakes_in_hands,
)
from histparse.serve.mistake_list import Mistake, Question
from histparse.serve.pictures import draw_in_words
from histparse.serve.priced_decisions import BLUNDER, MISTAKE, PricedDecision, decision_with_price
from histparse.serve.source import PageRequest
from histparse.view.film import Film
from histparse.view.html.page import step_number_at_line

EXPLAINED = (
    f"?: cost {MISTAKE} big bets or more. ??: cost {BLUNDER:.0f} or more. Draws and calls are priced against the hands "
    "that opponents showed down, bets and raises against an equilibrium of the river."
)


class Review(Struct, frozen=True):
    """The mistakes of a hand in order, and those among them that are asked for; `answers` has one for each passed."""

    priced: list[PricedDecision]
    questions: list[PricedDecision]
    answers: list[str]

    @property
    def question(self) -> PricedDecision | None:
        """The present question; None: all are answered."""
        return next(iter(self.questions[len(self.answers) :]), None)

    @property
    def step_marks(self) -> dict[int, tuple[str, str]]:
        """The sign at each step that has one, and what it means.

        While there is a question, only of mistakes that were answered: a mark on what came before would tell.
        """
        shown = self.priced if self.question is None else [mistake for mistake, _ in self.answered_questions]
        marked = [mistake for mistake in shown if mistake.sign]
        return {mistake.step: (mistake.sign, f"cost {mistake.price} big bets") for mistake in marked}

    @property
    def answered_questions(self) -> Iterator[tuple[PricedDecision, str]]:
        """The mistakes answered, and what was."""
        return zip(self.questions, self.answers, strict=False)


def price_hand_if_wanted_or_cached(request: PageRequest, film: Film) -> LeakCosts | None:
    """Price the mistakes of that hand if the address asks for it, or if all prices are kept; None: neither is so.

    A hand without a time may not be in the sample.
    """
    day = filters_for_currency_and_day(request.filters, film)
    if request.address.require_choice("review", ["yes", ""], "") == "":
        is_own = any(seat.hero and seat.player in request.player for seat in film.view.seats)
        if not (is_own and day and are_prices_cached(request, day)):
            return None
    return price_mistakes_in_hands(request, day) if day else price_leaks_of_one_currency(request, film.view.currency)


def build_review(
    address: Address, film: Film, leak_costs: LeakCosts | None, mistake: Mistake | Question | None
) -> Review | None:
    """The mistakes of the hand among all leaks; `mistake`: the decision that it is opened for.

    Raises RefusedError for an answer that is none.
    """
    if leak_costs is None:
        return None
    hand = {"site": film.view.site, "hand_id": film.view.hand_id}
    decisions = {kind: rows.filter(**hand).to_dicts() for kind, rows in leak_costs.decisions.items()}

    def priced(kind: str, row: Row) -> PricedDecision:
        return decision_with_price(kind, row, step_number_at_line(film, row["line"]))

    mistakes = [priced(kind, row) for kind, rows in decisions.items() for row in rows]
    mistakes.sort(key=lambda decision: decision.step)
    if address.require_choice("ask", ["yes", ""], "") == "":
        return Review(mistakes, [], [])
    marked = [decision for decision in mistakes if decision.sign]
    questions = marked if mistake is None else [priced(mistake.row["leak"], mistake.row)]
    typed = address.get_all("answer")
    answers = [_require_answer(word, question.choices) for word, question in zip(typed, questions, strict=False)]
    return Review(mistakes, questions, answers)


def describe_live_opponents_draws(film: Film, step: int) -> list[str]:
    """Who is still in at that step beside the hero, and what they drew: `BTN drew 2, 1, pat`."""
    dealt_in = [seat for seat in film.view.seats if seat.net is not None]
    seats = zip(dealt_in, film.frames[step].seats, strict=True)
    return [_describe_draws(seat.position, frame.drawn) for seat, frame in seats if not frame.folded and not seat.hero]


def _describe_draws(position: str, draw_counts: tuple[int | None, ...]) -> str:
    return f"{position} drew {', '.join(draw_in_words(number) for number in draw_counts if number is not None)}"


def _require_answer(word: str, choices: Mapping[str, str]) -> str:
    return Address("", (("answer", word),)).require_choice("answer", choices, "")
