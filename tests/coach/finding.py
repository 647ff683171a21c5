"""The leaks of a player whose decisions are made up: priced and counted in one step."""

from __future__ import annotations

from msgspec import Struct

from histparse.coach.bets import Answers, BetMistakes
from histparse.coach.leaks import Leak, Leaks, count_leaks
from histparse.coach.mistakes import Mistakes
from histparse.coach.observed import Observed
from histparse.coach.prices import PricedDecisions, decision_rows, price_decisions


class FoundLeaks(Struct, frozen=True):
    """The leaks, and the mistakes behind them."""

    counted: Leaks
    priced: PricedDecisions

    @property
    def leaks(self) -> tuple[Leak, ...]:
        """A leak of each kind, those shown first."""
        return self.counted.leaks

    @property
    def draws(self) -> Mistakes:
        """The mistakes in draws."""
        return self.priced.draws

    @property
    def bets(self) -> BetMistakes:
        """The mistakes in bets."""
        return self.priced.bets


def find_leaks(observed: Observed, others: Observed | None = None, answers: Answers | None = None) -> FoundLeaks:
    """Price and count the decisions, beside them those of others, all by the same ranges."""
    answers = answers or Answers(observed)
    priced = price_decisions(observed, answers)
    rows = decision_rows(observed, priced)
    opponent_rows, hands = rows.clear(), 0
    if others is not None:
        opponent_rows, hands = decision_rows(others, price_decisions(others, answers)), int(others.hands.sum())
    return FoundLeaks(count_leaks(rows, observed.hands, opponent_rows, hands), priced)
