"""Rivers against a linear program: the game in sequence form, whose value no answer can exceed."""

from __future__ import annotations

import os
from collections import defaultdict

import numpy as np
import pytest

from histparse.coach.river import River
from histparse.odds.final_hands import FinalHands
from tests.coach.streets_program import Sequences, solve_program
from tests.coach.test_river import acts, hands, lines, mean_gain

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


def value_by_program(game: FinalHands, pot: float, cap: int) -> float:
    """What the first player gets if both play perfectly."""
    sides, open_lines = (Sequences(), Sequences()), {*lines(cap)}
    pays: defaultdict[tuple[int, int], float] = defaultdict(float)

    def walk(line: str, pair: tuple[int, int], sequences: tuple[int, int]) -> None:
        if line not in open_lines:
            numbers = int(game.numbers[0][pair[0]]), int(game.numbers[1][pair[1]])
            pays[sequences] += game.joint_shares[pair] * mean_gain(line, pair, numbers, ({}, {}), pot, cap)
            return
        player, names = len(line) % 2, acts(line, cap)
        following = sides[player].follow((pair[player], line), sequences[player], len(names))
        for act, number in zip(names, following, strict=True):
            walk(line + act, pair, (sequences[0], number) if player else (number, sequences[1]))

    for first, second in np.ndindex(*game.joint_shares.shape):
        walk("", (first, second), (0, 0))
    return solve_program(sides, pays)[0]


@pytest.mark.nightly(2)
@pytest.mark.parametrize("cap", [1, 2, 4])
@pytest.mark.parametrize("seed", range(20 if SOAK else 2))
def test_an_answer_has_the_value_of_the_program(cap: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = (sorted(random.choice(12, size, replace=False).tolist()) for size in (4, 5))
    game = hands(first, second, (random.random((4, 5)) * (random.random((4, 5)) > 0.2)).tolist())
    pot = float(random.choice([1, 2, 5]))
    answer = River(game, pot, cap).solve()
    assert answer.exploitable <= 0.0001
    assert answer.values[0] == pytest.approx(value_by_program(game, pot, cap), abs=2e-4 * pot)
