"""Ranges: what players hold who stayed in, by what was shown, folded and not called."""

from __future__ import annotations

import numpy as np
import pytest

from histparse.coach.observed import (
    BET,
    FOLDED,
    OUTCOMES,
    UNCALLED,
    UNSEEN,
)
from histparse.coach.ranges import beat_rates, chances_to_beat_all
from histparse.odds.low_draws import CLASSES


def test_a_hand_beats_those_who_folded_and_worse_ones() -> None:
    counts = np.zeros((1, 2, OUTCOMES))
    counts[0, 0, [4, 10, FOLDED]] = 1_000, 3_000, 4_000
    counts[0, 1, FOLDED] = 10_000
    beaten = beat_rates(counts)
    assert beaten[0, [0, 4, 7, 10, 20]] == pytest.approx([1, 15 / 16, 7 / 8, 11 / 16, 1 / 2], abs=2e-3)
    assert beaten[1] == pytest.approx(np.ones(CLASSES), abs=2e-3)
    both_beaten = chances_to_beat_all(np.array([[1.0, 1.0], [2.0, 0.0]]), beaten)
    assert both_beaten[:, 20] == pytest.approx([1 / 2, 1 / 4], abs=2e-3)


@pytest.mark.parametrize(
    ("outcomes", "beaten"),
    [
        # Half of those who stayed in were not called: then a quarter folded, not a third.
        ([4, 10, FOLDED, UNSEEN], [1, 1 / 4 + 3 / 8, 1 / 4]),
        ([BET + 4, 10, FOLDED, UNCALLED], [1, 1 / 4 + 1 / 4, 1 / 4]),
    ],
    ids=["stayed in unseen", "their last bet was not called"],
)
def test_those_who_showed_nothing_held_what_others_showed(outcomes: list[int], beaten: list[float]) -> None:
    counts = np.zeros((1, 1, OUTCOMES))
    counts[0, 0, outcomes] = 1_000
    assert beat_rates(counts)[0, [0, 7, 20]] == pytest.approx(beaten, abs=2e-3)


def test_a_rare_line_is_like_all_lines() -> None:
    counts = np.zeros((1, 2, OUTCOMES))
    counts[0, 0, [4, 10]] = 500
    counts[0, 1, 4] = 1
    assert 0.55 < beat_rates(counts)[1, 7] / beat_rates(counts)[0, 7] < 0.95
