"""The leaks of a player whose decisions are made up: priced and counted in one step."""

from __future__ import annotations

from msgspec import Struct

from histparse.coach.decisions import PricedDecisions, all_decision_rows, price_decisions
from histparse.coach.leaks import Leak, Leaks, price_leaks
from histparse.coach.observed import Observed


class FoundLeaks(Struct, frozen=True):
    """The leaks, and the mistakes behind them."""

    counted: Leaks
    priced: PricedDecisions


def find_leaks(observed: Observed) -> FoundLeaks:
    """Price and count the decisions."""
    priced = price_decisions(observed)
    rows = all_decision_rows(observed, priced)
    return FoundLeaks(price_leaks(rows, observed.hands, rows.clear(), 0), priced)


def find_leak(observations: Observed, name: str) -> Leak:
    """The leak of that name."""
    return next(leak for leak in find_leaks(observations).counted.leaks if leak.kind.name == name)
