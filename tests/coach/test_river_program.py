"""Rivers against a linear program: the game in sequence form, whose value no answer can exceed."""

from __future__ import annotations

import os

import numpy as np
import pytest
from scipy.optimize import linprog

from histparse.coach.river import River
from histparse.odds.card_sets import Floats
from histparse.odds.final_hands import FinalHands
from tests.coach.test_river import acts, gets, hands, lines

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
Sequence = tuple[int, str]
"""A hand, and the line up to its player's last act; empty before the first."""


def sequences(player: int, held: int, cap: int) -> dict[Sequence, int]:
    """The number of each sequence of a player."""
    ends = ["", *(line + act for line in lines(cap) if len(line) % 2 == player for act in acts(line, cap))]
    return {(hand, end): place for place, (hand, end) in enumerate((hand, end) for hand in range(held) for end in ends)}


def last_own(line: str, player: int) -> str:
    """The line up to the player's last act."""
    ends = [line[: at + 1] for at in range(len(line)) if at % 2 == player]
    return ends[-1] if ends else ""


def rules(player: int, there: dict[Sequence, int], held: int, cap: int) -> tuple[Floats, Floats]:
    """The equations of a plan: what is done at a point adds up to how often it is reached; each hand begins once."""
    points = [(hand, line) for hand in range(held) for line in lines(cap) if len(line) % 2 == player]
    left, right = np.zeros((held + len(points), len(there))), np.zeros(held + len(points))
    for hand in range(held):
        left[hand, there[hand, ""]], right[hand] = 1, 1
    for row, (hand, line) in enumerate(points, start=held):
        left[row, there[hand, last_own(line, player)]] = -1
        for act in acts(line, cap):
            left[row, there[hand, line + act]] = 1
    return left, right


def value_by_program(game: FinalHands, pot: float, cap: int) -> float:
    """What the first player gets if both play perfectly."""
    sizes = game.joint_shares.shape
    mine, theirs = (sequences(player, sizes[player], cap) for player in (0, 1))
    every = set(lines(cap))
    ends = [line + act for line in every for act in acts(line, cap) if line + act not in every]
    pays = np.zeros((len(mine), len(theirs)))
    for one, other in np.ndindex(*sizes):
        numbers = int(game.numbers[0][one]), int(game.numbers[1][other])
        for line in ends:
            at = mine[one, last_own(line, 0)], theirs[other, last_own(line, 1)]
            pays[at] += game.joint_shares[one, other] * gets(line, (one, other), numbers, ({}, {}), pot, cap)
    (own, starts), (others, begin) = (
        rules(player, there, sizes[player], cap) for player, there in enumerate((mine, theirs))
    )
    # The plan of the first, and the values of the second's points: the best that the second can hold it to.
    found = linprog(
        np.concatenate([np.zeros(len(mine)), -begin]),
        A_ub=np.hstack([-pays.T, others.T]),
        b_ub=np.zeros(len(theirs)),
        A_eq=np.hstack([own, np.zeros((len(own), len(others)))]),
        b_eq=starts,
        bounds=[(0, None)] * len(mine) + [(None, None)] * len(others),
    )
    assert found.success
    return float(-found.fun)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("cap", [1, 2, 4])
@pytest.mark.parametrize("seed", range(20 if SOAK else 2))
def test_an_answer_has_the_value_of_the_program(cap: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = (sorted(random.choice(12, size, replace=False).tolist()) for size in (4, 5))
    game = hands(first, second, (random.random((4, 5)) * (random.random((4, 5)) > 0.2)).tolist())
    pot = float(random.choice([1, 2, 5]))
    found = River(game, pot, cap).solve()
    assert found.exploitable <= 0.0001
    assert found.values[0] == pytest.approx(value_by_program(game, pot, cap), abs=2e-4 * pot)
