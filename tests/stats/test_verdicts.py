"""Verdicts in a sentence: a player reads in them what the figures are, and no more than their intervals bear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.stats.verdicts import describe_net_luck_and_mistakes, hands_until_verdict, is_winning, winning_verdict

READINGS = [
    ((24.5, 19.0, 30.1, 21_837), "Yes: +24.5 BB/100 (+19 to +30) in 21,837 hands"),
    ((2.0, 0.4, 3.6, 90_000), "Yes: +2.0 BB/100 (0 to +4) in 90,000 hands"),
    ((-5.1, -9.0, -1.2, 4_000), "No: -5.1 BB/100 (-9 to -1) in 4,000 hands"),
    ((-40.0, -75.0, -5.0, 300), "No: -40.0 BB/100 (-75 to -5) in 300 hands"),
    (
        (2.0, -3.0, 7.0, 4_000),
        "Not known yet: +2.0 BB/100 (-3 to +7) in 4,000 hands; if it stays so, about 21,000 more hands would tell",
    ),
    (
        (-2.0, -7.0, 3.0, 4_000),
        "Not known yet: -2.0 BB/100 (-7 to +3) in 4,000 hands; if it stays so, about 21,000 more hands would tell",
    ),
    (
        (49.0, -1.0, 99.0, 40),
        "Not known yet: +49.0 BB/100 (-1 to +99) in 40 hands; 40 are too few to tell",
    ),
    (
        (0.0, -6.0, 6.0, 3_000),
        "Not known yet: 0.0 BB/100 (-6 to +6) in 3,000 hands; it is too near to zero to say how many more hands would "
        "tell",
    ),
    (
        (0.1, -6.0, 6.2, 3_000),
        "Not known yet: +0.1 BB/100 (-6 to +6) in 3,000 hands; it is too near to zero to say how many more hands would "
        "tell",
    ),
    ((350.0, None, None, 1), "Not known yet: +350.0 BB/100 in 1 hand; 1 is too few to tell"),
]
EXPLAINED = [
    (
        (-48.2, -45.9, 18.8, 14.4),
        "You lost 48.2 BB. Your cards cost 45.9; your mistakes about 18.8 (usually 14.4 in as many hands).",
    ),
    (
        (91.3, 60.0, 4.2, 5.1),
        "You won 91.3 BB. Your cards brought 60.0; your mistakes cost about 4.2 (usually 5.1 in as many hands).",
    ),
    ((-3.0, 12.0, 9.9, None), "You lost 3.0 BB. Your cards brought 12.0; your mistakes cost about 9.9."),
    (
        (0.0, -1.0, 2.0, 2.0),
        "You broke even. Your cards cost 1.0; your mistakes about 2.0 (usually 2.0 in as many hands).",
    ),
    (
        (-20.0, -21.0, 0.0, 3.0),
        "You lost 20.0 BB. Your cards cost 21.0; your mistakes nothing (usually 3.0 in as many hands).",
    ),
    ((1_234.5, 300.0, 150.25, None), "You won 1,234.5 BB. Your cards brought 300.0; your mistakes cost about 150.2."),
    ((-12.0, None, 7.0, 6.0), "You lost 12.0 BB. Your mistakes cost about 7.0 (usually 6.0 in as many hands)."),
    ((-12.0, -3.0, None, None), "You lost 12.0 BB. Your cards cost 3.0."),
    ((5.0, None, None, None), "You won 5.0 BB."),
    ((0.04, None, None, None), "You broke even."),
]


@pytest.mark.parametrize(("figures", "sentence"), READINGS)
def test_whether_a_player_wins(figures: tuple[float, float | None, float | None, int], sentence: str) -> None:
    assert winning_verdict(*figures) == sentence


@pytest.mark.parametrize(("figures", "sentence"), EXPLAINED)
def test_what_cards_and_mistakes_did(
    figures: tuple[float, float | None, float | None, float | None], sentence: str
) -> None:
    assert describe_net_luck_and_mistakes(*figures, is_hero=True) == sentence
    assert describe_net_luck_and_mistakes(*figures, is_hero=False) == sentence.replace("You ", "They ").replace(
        "Your", "Their"
    ).replace("your", "their")


@given(
    st.floats(-200, 200),
    st.floats(0.1, 500),
    st.integers(2, 2_000_000),
)
def test_an_answer_is_given_only_where_the_interval_leaves_out_zero(rate: float, reach: float, hands: int) -> None:
    low, high = rate - reach, rate + reach
    winning = is_winning(rate, low, high, hands)
    assert (winning.answer == "yes") == (low > 0)
    assert (winning.answer == "no") == (high < 0)
    assert bool(winning.missing) == (low <= 0 <= high)


@given(st.floats(0.5, 100), st.floats(1.01, 20), st.integers(100, 100_000))
def test_with_the_missing_hands_the_interval_would_leave_out_zero(rate: float, ratio: float, hands: int) -> None:
    """The interval of so many hands at the same rate and swings, for which hands are counted to two digits."""
    missing = hands_until_verdict(rate, rate - ratio * rate, rate + ratio * rate, hands)
    if missing is None:
        assert hands * (ratio**2 - 1) > 900_000
    else:
        for share, tells in ((1.06, True), (0.94, False)):
            reach = ratio * rate * (hands / (hands + share * missing + tells)) ** 0.5
            assert (reach <= rate) == tells or missing < 20
