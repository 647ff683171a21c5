"""The referee of the last two streets is itself judged: by a linear program, and by what can be said by hand."""

from __future__ import annotations

import os

import numpy as np
import pytest

from histparse.model.cards import parse_cards
from histparse.odds.card_sets import EVERY_CARD, cards_to_mask
from tests.coach.real_streets import RealStreets
from tests.coach.streets_program import Program

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


def masks(*hands: str) -> list[int]:
    return [cards_to_mask(parse_cards(hand)) for hand in hands]


TINY = [
    # a pat hand that may break against draws that hold its cards
    (["8c 7d 5h 4s 2c", "8d 6h 5s 3c 2d"], ["7c 5d 3h 2s Kd", "6c 4d 3s 2h 8s"], "9c 9d"),
    (["7c 5d 3h 2s 2c", "9d 7h 5s 4c 3d"], ["7s 5c 4h 2d 8s", "8d 5h 4d 3c 8h"], "6s 9c"),
    (["8c 7d 5h 4s 2c"], ["7c 5d 3h 2s Kd", "6c 4d 3s 2h Ks", "Kc Kh 4c 3c 2d"], "9c 6d 5s"),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("first", "second", "left"), TINY if SOAK else TINY[2:])
def test_the_linear_program_agrees(first: list[str], second: list[str], left: str) -> None:
    """A deck of the cards of both ranges and a few more: all is listed, with recall and removal."""
    ours, theirs = masks(*first), masks(*second)
    deck = int(np.bitwise_or.reduce([*ours, *theirs, *masks(left)]))
    game = RealStreets((ours, theirs), 3, cap=2, dead=EVERY_CARD & ~deck, precise=True)
    program = Program(game)
    value, played = program.solve()
    plans = game.solve(0.0005)
    reached, more = game.judged(plans)
    assert max(more) <= 0.0005 * game.pot
    assert value - more[1] - 1e-6 <= reached <= value + more[0] + 1e-6
    # The best answer to the plan of the program holds it to the value of the program, and to no less.
    best = game.walk(1, (program.plans(played), plans[1]), best=True)[0].sum()
    assert game.pot / 2 - best == pytest.approx(value, abs=1e-6 * game.pot)
