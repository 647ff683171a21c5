"""Kinds of mistakes in draws: which one a draw is, and which could have been made."""

from __future__ import annotations

import numpy as np
import pytest

from histparse.coach.kinds import NAMES, find_possible_mistake_kinds, kind_numbers_of_draw_mistakes
from histparse.odds.low_draws import find_keep_numbers
from tests.coach.hands import masks


@pytest.mark.parametrize(
    ("held", "thrown", "better", "name"),
    [
        ("Jc 8d 6h 5s 3s", "", "Jc", "pat-too-much"),
        ("Jc Jd 6h 5s 3s", "", "Jc Jd", "snows"),
        ("7c 6d 5h 4s 3s", "", "7c", "keeps-pairs"),
        ("Qc 7c 6c 4c 2c", "", "Qc", "keeps-pairs"),
        ("9c 8d 6h 5s 3s", "9c", "", "breaks-nines"),
        ("Tc 8d 6h 5s 3s", "Tc", "", "breaks"),
        ("Kc Qd 7h 3s 3d", "Kc Qd", "Kc Qd 3d", "keeps-pairs"),
        ("Kc 9d 7h 4s 3s", "Kc", "Kc 9d", "draws-too-few"),
        ("Kc 8d 7h 4s 3s", "Kc 8d", "Kc", "draws-too-many"),
        ("7h 6d 5s 4s 3c", "7h", "6d", "wrong-card"),
    ],
)
def test_kinds(held: str, thrown: str, better: str, name: str) -> None:
    hand = masks(held)
    chosen, best = (find_keep_numbers(hand, masks(cards)) for cards in (thrown, better))
    calm = np.array([False])
    assert NAMES[kind_numbers_of_draw_mistakes(hand, chosen, best, calm)[0]] == name
    assert find_possible_mistake_kinds(hand, best, calm, calm)[NAMES.index(name)].all()
    raised = "breaks-raised" if name in {"breaks", "breaks-nines"} else name
    assert NAMES[kind_numbers_of_draw_mistakes(hand, chosen, best, ~calm)[0]] == raised
    assert find_possible_mistake_kinds(hand, best, ~calm, calm)[NAMES.index(raised)].all()


def test_a_mistake_is_possible_only_where_it_can_be_made() -> None:
    held = masks("9c 8d 6h 5s 3s", "Jc 8d 6h 5s 3s", "Jc Jd 6h 5s 3s", "Kc Qd 7h 4s 3s")
    best = find_keep_numbers(held, masks("", "Jc", "Jc Jd", "Kc Qd"))
    spots = dict(zip(NAMES, find_possible_mistake_kinds(held, best, *[np.zeros(4, bool)] * 2).tolist(), strict=True))
    assert spots["breaks-nines"] == [True, False, False, False]
    assert spots["pat-too-much"] == [False, True, False, True]
    assert spots["snows"] == spots["keeps-pairs"] == [False, False, True, False]
    assert spots["draws-too-few"] == [False, False, True, True]
    assert not any(spots["calls-too-much"])
