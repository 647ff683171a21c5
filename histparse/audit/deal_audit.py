"""Audit: the family of tests of the deal, one entry each, corrected for how many they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log10

import numpy as np
import polars as pl
from msgspec import Struct, structs

from histparse.audit.chi_square import LEVEL, SUFFICIENT, Measured, TooFewError
from histparse.audit.dealt import RANK_NAMES, SUIT_NAMES, Dealt, create_dealt_tables
from histparse.audit.drawn_cards import (
    measure_drawn_ranks,
    measure_drawn_suits,
    measure_impossible_draws,
    measure_nines_made,
    measure_reshuffled,
)
from histparse.audit.first_five import (
    measure_cards_dealt_again,
    measure_equal_frequency,
    measure_hands_with_pair,
    measure_low_cards_by_label,
    measure_made_hands,
    measure_repeats,
)
from histparse.stats import Filters
from histparse.stats.filter_views import prepare_queries
from histparse.store import Database
from histparse.system import late
from histparse.system.files import query_text


class DealTest(Struct, frozen=True):
    """A test of the deal."""

    title: str
    about: str
    measure: Callable[[Dealt], Measured]
    """What it finds in the hands dealt; raises TooFewError where they are too few to tell."""


DEAL_TESTS = {
    "dealt_again": DealTest(
        "Cards of the hand before, dealt again",
        "Whether a hand's first five cards are independent of those dealt in the hand before.",
        lambda dealt: measure_cards_dealt_again(dealt, "dealt"),
    ),
    "drawn_ranks": DealTest(
        "Ranks of drawn cards",
        "Whether drawn cards have the ranks that are left, as far as players can know.",
        measure_drawn_ranks,
    ),
    "drawn_suits": DealTest(
        "Suits of drawn cards", "Whether drawn cards have the suits that are left of their rank.", measure_drawn_suits
    ),
    "held_again": DealTest(
        "Cards held at the end of the hand before, dealt again",
        "Whether a hand's first five cards are independent of those held at the end of the one before.",
        lambda dealt: measure_cards_dealt_again(dealt, "cards"),
    ),
    "hours": DealTest(
        "Low cards by hour of the day",
        "Whether equally many low cards are dealt at all hours.",
        lambda dealt: measure_low_cards_by_label(dealt, "strftime(played_at, '%H')", kind="hour", label_format="{} h"),
    ),
    "improvement": DealTest(
        "Nines and better made by draws",
        "Whether draws make a nine or better as often as the cards that are left allow.",
        measure_nines_made,
    ),
    "made_hands": DealTest(
        "Classes of hands dealt",
        "Whether the first five cards make each class of hand as often as the exact table says.",
        measure_made_hands,
    ),
    "pairs": DealTest(
        "Hands dealt with a pair",
        "Whether the first five cards hold two of a rank as often as they must.",
        measure_hands_with_pair,
    ),
    "players": DealTest(
        "Low cards by player",
        "Whether all players are dealt equally many low cards.",
        lambda dealt: measure_low_cards_by_label(dealt, "player", kind="player"),
    ),
    "positions": DealTest(
        "Low cards by position",
        "Whether all positions are dealt equally many low cards.",
        lambda dealt: measure_low_cards_by_label(dealt, "position", kind="position"),
    ),
    "ranks": DealTest(
        "Ranks of cards dealt",
        "Whether all ranks are dealt equally often.",
        lambda dealt: measure_equal_frequency(dealt.times_dealt_by_card.sum(1), dealt.hand_count, RANK_NAMES),
    ),
    "repeats": DealTest(
        "The same five cards dealt twice",
        "Whether the same five cards are dealt again no more often than by chance.",
        measure_repeats,
    ),
    "reshuffled": DealTest(
        "Suits of cards drawn after a reshuffle",
        "Whether a deck of discards is shuffled - its cards have the suits left of their rank.",
        measure_reshuffled,
    ),
    "returned": DealTest(
        "Cards that cannot come",
        "Whether no card comes that cannot - one held, or before a reshuffle an own discard.",
        measure_impossible_draws,
    ),
    "seats": DealTest(
        "Low cards by seat",
        "Whether all seats are dealt equally many low cards.",
        lambda dealt: measure_low_cards_by_label(dealt, "seat", kind="seat", label_format="seat {}"),
    ),
    "stakes": DealTest(
        "Low cards by stakes",
        "Whether equally many low cards are dealt at all stakes.",
        lambda dealt: measure_low_cards_by_label(dealt, "stakes", kind="game"),
    ),
    "suits": DealTest(
        "Suits of cards dealt",
        "Whether all suits are dealt equally often.",
        lambda dealt: measure_equal_frequency(dealt.times_dealt_by_card.sum(0), dealt.hand_count, SUIT_NAMES),
    ),
}
"""By name, in the order in which they are told."""


# --- the family ------------------------------------------------------------------------------------------------------


class DealAudit(Struct, frozen=True):
    """The outcome of an audit of the deal: what the tests found, and what they left out."""

    hands: int
    """Hands dealt whose first five cards were known at once."""
    shown: int
    """Hands of which cards are known only because they were shown: they are left out."""
    tests: pl.DataFrame
    """A row for each test; see `COLUMNS`."""

    @property
    def found(self) -> int:
        """The number of tests that found what chance does not explain."""
        return int(self.tests["found"].sum())


COLUMNS = {
    "test": pl.String,
    "title": pl.String,
    "about": pl.String,
    "sample": pl.Int64,
    "unit": pl.String,
    "counted": pl.String,
    "expected": pl.Float64,
    "observed": pl.Float64,
    "effect": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "p_family": pl.Float64,
    "found": pl.Boolean,
    "fault": pl.String,
    "power": pl.Float64,
    "needed": pl.Int64,
    "noticed": pl.String,
    "noticed_size": pl.Float64,
    "not_judged": pl.String,
}
"""`p_family` is corrected by Holm; `power`: the chance that this sample finds the `fault`; `needed`: a sample
with 80 %; `noticed`: that fault of the size for which this sample has 80 %, null = of no size up to 100 %."""


def audit_deal(database: Database, filters: Filters) -> DealAudit:
    """The audit of all hands that pass the filters. Raises StatisticsError."""
    chosen = create_dealt_tables(database, filters)
    left_out = query_text("audit/left_out")
    prepare_queries(database, [left_out], None, filters)
    shown = int(database.connection.execute(left_out).fetchall()[0][0])
    return DealAudit(chosen.hand_count, shown, run_deal_tests(chosen))


def run_deal_tests(dealt: Dealt) -> pl.DataFrame:
    """A row for each test, those that could not be judged last."""
    judged, silent = dict[str, Measured](), list[dict[str, object]]()
    for name, test in DEAL_TESTS.items():
        try:
            judged[name] = test.measure(dealt)
        except TooFewError as error:
            silent.append({"test": name, "not_judged": str(error), "found": False})
    level = LEVEL / max(len(judged), 1)
    p_values = dict(zip(judged, correct_by_holm([measured.p for measured in judged.values()]), strict=True))
    rows = [
        {
            **{name: value for name, value in structs.asdict(measured).items() if name in COLUMNS},
            "test": name,
            "p_family": p_values[name],
            "found": p_values[name] <= LEVEL,
            **_describe_power(measured, level),
        }
        for name, measured in judged.items()
    ]
    headings = {name: {"title": test.title, "about": test.about} for name, test in DEAL_TESTS.items()}
    return pl.DataFrame([row | headings[str(row["test"])] for row in [*rows, *silent]], COLUMNS)


def _describe_power(measured: Measured, level: float) -> dict[str, object]:
    """Compute the power of a test at that level of significance, and the sample that it needs."""
    sample, power = measured.sample, measured.power
    size = find_least_effect(lambda size: power(sample, level, size))
    return {
        "fault": measured.fault(measured.size),
        "power": power(sample, level, measured.size),
        "needed": find_least_sample(lambda sample: power(sample, level, measured.size)),
        "noticed": size and measured.fault(size),
        "noticed_size": size,
    }


# --- many tests at once ---------------------------------------------------------------------------------------

_MOST = 1e12
"""A larger sample nobody will have."""


def correct_by_holm(p_values: Sequence[float]) -> list[float]:
    """The p-values by Holm's method: each is what the level of the family must be for its test to find something.

    So a family finds anything in fair hands in at most one of twenty samples.
    """
    order = np.argsort(p_values)
    steps = np.maximum.accumulate(np.asarray(p_values)[order] * np.arange(len(order), 0, -1))
    adjusted = np.empty(len(order))
    adjusted[order] = np.minimum(steps, 1)
    return [float(p) for p in adjusted]


def find_least_sample(power: Callable[[float], float]) -> int | None:
    """The least sample with a power of 80 %, to two digits; None: a million million are not enough."""
    if power(_MOST) < SUFFICIENT:
        return None
    if power(1.0) >= SUFFICIENT:
        return 1
    exact = _find_size_of_sufficient_power(power, 1.0, _MOST)
    step = 10 ** max(0, len(str(int(exact))) - 2)
    return int(ceil(exact / step) * step)


def find_least_effect(power: Callable[[float], float]) -> float | None:
    """The least size of a fault that has a power of 80 %; None: not even twice as much, or all, has."""
    return _find_size_of_sufficient_power(power, 1 / _MOST, 1.0) if power(1.0) >= SUFFICIENT else None


def _find_size_of_sufficient_power(power: Callable[[float], float], least: float, most: float) -> float:
    return float(10 ** late.optimize.brentq(lambda digits: power(10**digits) - SUFFICIENT, log10(least), log10(most)))
