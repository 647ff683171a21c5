"""Figures and names as words."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.model.errors import escape_unprintable
from histparse.stats import words
from histparse.stats.shrinking import wilson_bounds
from histparse.stats.significance import Z


@given(st.text())
def test_a_plain_name_has_no_power(name: str) -> None:
    shown = escape_unprintable(name)
    assert all(letter.isprintable() or letter.isspace() for letter in shown)
    assert not set(shown) & set("\x1b\n\r\t\u202e\u2066\x9b")
    assert escape_unprintable(shown) == shown


@pytest.mark.parametrize(("count", "chances", "shown"), [(0, 8, "0/8"), (204, 22_938, "204/22,938")])
def test_chances(count: int, chances: int, shown: str) -> None:
    assert words.done_of_chances(count, chances) == shown


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_an_interval_holds_its_own_rate(count: int, more: int) -> None:
    low, high = wilson_bounds(np.array([count * 1.0]), np.array([1.0 * (count + more)]), Z)
    least, most = words.percent_interval(low[0], high[0]).split(words.NOTHING)
    assert float(least) <= float(words.percent(count / (count + more)).removesuffix(" %")) <= float(most)


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [(1250, "USD", "+$12.50"), (-135, "USD", "-$1.35"), (0, "EUR", "€0"), (70000, "play", "+700"), (5, "SEK", "+0.05")],
)
def test_money(amount: int, currency: str, shown: str) -> None:
    assert words.signed_money(amount, currency) == shown


@pytest.mark.parametrize(
    ("net", "big_bets", "explanation"),
    [
        (500, -1.5, "won at larger stakes, lost at smaller"),
        (-500, 1.5, "lost at larger stakes, won at smaller"),
        (500, 1.5, ""),
        (0, 1.5, ""),
        (None, 1.5, ""),
    ],
)
def test_money_and_big_bets_of_another_sign_are_explained(net: int | None, big_bets: float, explanation: str) -> None:
    assert words.explain_opposite_signs(net, big_bets) == explanation


def test_nothing_is_shown_as_nothing() -> None:
    assert (
        words.percent(None)
        == words.percent_interval(None, 0.5)
        == words.signed_number(None)
        == words.format_day(None)
        == words.NOTHING
    )
    assert words.percent(0.0) == "0.0 %"


def test_what_is_rounded_to_nothing_has_no_sign() -> None:
    assert [words.signed_number(number) for number in (-0.04, 0.0, 0.04, -0.06, 1234.5)] == [
        "0.0",
        "0.0",
        "0.0",
        "-0.1",
        "+1,234.5",
    ]
    assert words.big_bets_interval(-0.4, 3) == "0 to +3"


@given(st.lists(st.integers(-100_000, 100_000), min_size=1, max_size=60), st.randoms(use_true_random=False))
def test_equal_amounts_are_said_alike_however_they_were_added(hundredths: list[int], random: Random) -> None:
    """`-81.55` is a little more or less by the order of its sum."""
    shuffled = random.sample(hundredths, len(hundredths))
    first, second = (added(order) for order in (hundredths, shuffled))
    assert words.signed_number(first) == words.signed_number(second) == words.signed_number(sum(hundredths) / 100)


def added(hundredths: list[int]) -> float:
    return sum(amount / 100 for amount in hundredths)
