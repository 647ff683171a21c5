"""The strip beside a rate: its scale fits the differences of the table, not 0 to 100 %."""

from __future__ import annotations

import pytest

from histparse.report.model import Rate, Share, place_on_strip, strip_end_difference


def rate(player: float | None, opponents: float | None, chances: int = 100) -> Rate:
    low, high = (None, None) if player is None else (player - 0.03, player + 0.03)
    return Rate({}, Share(1, chances, player, low, high), Share(1, 1_000, opponents))


@pytest.mark.parametrize(
    ("rates", "difference"),
    [
        ([rate(0.02, 0.05)], 0.05),
        ([rate(0.02, 0.05), rate(1.0, 0.5, chances=2)], 0.05),
        ([rate(1.0, 0.0, chances=2)], 1.0),
        ([rate(None, 0.5), rate(0.5, None)], 0.05),
        ([], 0.05),
    ],
)
def test_the_scale_fits_the_largest_difference_that_is_no_small_sample(rates: list[Rate], difference: float) -> None:
    assert strip_end_difference(rates) == difference


def test_a_small_difference_can_be_seen() -> None:
    drawn = place_on_strip(rate(0.02, 0.05), 0.05)
    assert drawn is not None
    assert (drawn.low, drawn.rate, drawn.high) == pytest.approx((0.0, 0.2, 0.5))
    assert not drawn.is_beyond


def test_what_lies_beyond_is_put_at_the_end_and_said() -> None:
    drawn = place_on_strip(rate(0.9, 0.5), 0.1)
    assert drawn is not None
    assert (drawn.rate, drawn.is_beyond) == (1.0, True)
